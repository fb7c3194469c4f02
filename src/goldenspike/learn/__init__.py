"""Learning to play: the coach, what is at stake, lessons and their tasks.

Facts and codes only; the words for them are in `text`, the pages in `server.learn`.
"""
