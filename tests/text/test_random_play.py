"""Whatever happens in a game can be said in every language: random games, every event, action, question and refusal."""

from random import Random

import pytest

from goldenspike.core.actions import Action
from goldenspike.core.events import Event
from goldenspike.core.game import Game
from goldenspike.core.holders import CHANCE
from goldenspike.core.ids import Player
from goldenspike.text import LANGUAGES, Context, ask, describe_action, say, why
from goldenspike.titles.catalogue import CATALOGUE, Version

VERSIONS = [pytest.param(version, id=f"{entry.name}-{version.name}") for entry in CATALOGUE for version in entry.versions]
MOST_ACTIONS = 700
"""Enough to come to the brown trains; a random game may go on for longer than it has anything new to say."""


def draw(game: Game, player: Player, rng: Random) -> Action:
    """Any legal action of a player, with any amount."""
    legal = game.legal_for(player)
    offers = legal.offers()
    choices = [action for action in legal if all(action != offer.action for offer in offers)]
    number = rng.randrange(len(choices) + min(len(offers), 2))
    if number < len(choices):
        return choices[number]
    offer = rng.choice(offers)
    return offer.at(offer.lo + offer.step * rng.randint(0, min(offer.hi - offer.lo, 60) // offer.step))


def check(sentence: str) -> None:
    """A sentence that nobody has written yet is none of this test's business: see test_catalogues."""
    assert sentence.strip() == sentence != ""
    if not sentence.startswith(("event.", "action.", "reason.", "step.")):
        assert not any(sign in sentence for sign in ("{", "}", "#", "None", "name.", "holder.")), sentence


def check_all(game: Game, context: Context, action: Action, events: list[Event]) -> None:
    for language in LANGUAGES:
        for event in events:
            check(say(event, context, language))
        check(ask(game.state, context, language))
        refusal = game.refuse(action)
        if refusal is not None:
            check(why(refusal, context, language))


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("seed", [1, 2])
def test_a_random_game_can_be_told_in_every_language(version: Version, seed: int) -> None:
    rng = Random(seed)
    players = rng.choice(version.players)
    game = Game(version.make(version.box, version.defaults, players))
    context = Context(game.setup, tuple(f"Player{number}" for number in range(players)))
    while not game.is_over and game.ply < MOST_ACTIONS:
        actor = rng.choice(game.actors)
        action = rng.choice(list(game.legal_for(CHANCE))) if actor == CHANCE else draw(game, actor, rng)
        for language in LANGUAGES:
            check(describe_action(action, context, language, game.state))
        # Done once more right away, most actions are illegal: a supply of refusals.
        check_all(game, context, action, game.push(action))
    assert game.ply > 50
