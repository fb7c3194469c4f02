"""What operators can do: on the command line (`goldenspike admin`) and on the page /admin."""
