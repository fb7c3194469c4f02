"""The opening of 1862 on the page, with forms alone: papers, par price, a company, its first tile and train."""

import json

from server_helpers import Browser, press


def one_screen(browser: Browser, players: int = 4) -> str:
    form = {"game": "1862/standard", "players": str(players), "option.seating": "free", "my_name": "Ada"}
    form |= {f"seat.{number}.kind": "local" for number in range(1, players)}
    page = browser.post("/new", form)
    assert page.status_code == 200, page.text
    return str(page.url.path).rpartition("/")[2]


def test_the_opening_of_1862(browser: Browser) -> None:
    table = one_screen(browser)
    for _ in range(8):
        press(browser, table, "BuyFromBank")
    press(browser, table, "SetPar", company="NYH", price=70)
    press(browser, table, "StartCompany", company="CP", price=70)
    press(browser, table, "Pass")
    while "OR 1.1" not in browser.get(f"/t/{table}").text:
        kinds = [(json.loads(button)["do"], json.loads(button).get("company")) for button in browser.buttons(table)]
        if ("BuyShare", "CP") in kinds and ("Pass", None) in kinds:
            press(browser, table, "BuyShare", company="CP")
        press(browser, table, "Pass")
    press(browser, table, "LayTile", company="CP")
    while not any(json.loads(button)["do"] == "BuyTrain" for button in browser.buttons(table)):
        press(browser, table, "Pass")
    press(browser, table, "BuyTrain", train="2")
    page = browser.get(f"/t/{table}")
    assert page.status_code == 200
    assert "gs-frontier" in page.text
