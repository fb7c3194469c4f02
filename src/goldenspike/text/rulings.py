"""Rulings: which reading is played where a rule book is silent, contradictory, or differs between languages.

This file lists the rulings in reading order, with their paragraphs, and the option with the other reading if it is common.
The texts are in `rulings.po` of each language:
`ruling.<title>.<key>` says what is ruled on, `ruling.<title>.<key>.text` how. The pages and docs/rulings.md are made of both.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from goldenspike.text.catalogue import message, words


@dataclass(frozen=True, slots=True)
class Ruling:
    key: str
    paragraphs: tuple[str, ...] = ()
    """Paragraph numbers of the title's book; empty if it concerns no single one."""
    option: str = ""
    """The option that covers other readings; empty if there is none."""
    values: tuple[str, ...] = ()
    """The values of the option with other readings."""


RULINGS: Final[Mapping[str, tuple[Ruling, ...]]] = {
    "1830": (
        Ruling("group_costs", ("1.3",)),
        Ruling("seven_players", ("1.3",)),
        Ruling("highest_bid", ("1.3",)),
        Ruling("cheapest_private", ("C-2.2(3)",)),
        Ruling("after_auction", ("C-2.2.2",)),
        Ruling("own_raise", ("C-2.2.2",)),
        Ruling("all_pass", ("C-2.2.3",), "after_all_pass", ("next_player",)),
        Ruling("sv_for_nothing", ("C-2.2.3",)),
        Ruling("limits", ("5.3", "5.4", "6.1")),
        Ruling("over_a_limit", ("5.3",)),
        Ruling("unfloated", ("5.3",), "unfloated_price", ("falls",)),
        Ruling("several_sales", ("6.1",), "share_sales", ("one_at_a_time",)),
        Ruling("capital", ("6.2", "6.3"), "capital", ("at_once",)),
        Ruling("successor", ("6.4",)),
        Ruling("mh", ("T-05",), "exchange", ("any_time",)),
        Ruling("mh_after_sale", ("T-05", "6.1"), "exchange_after_sale", ("allowed",)),
        Ruling("trades", ("4.1",)),
        Ruling("ca", ("T-05",)),
        Ruling("cs", ("7.1",), "extra_tile", ("whole_turn",)),
        Ruling("printed_cost", ("7.2.1(3)",)),
        Ruling("erie_city", ("7.2.2",), "city_choice", ("tile_layer",)),
        Ruling("dh_tile", ("T-05",)),
        Ruling("dh_station", ("T-05",), "free_station", ("uses_step",)),
        Ruling("best_run", ("7.4",), "running_trains", ("honour", "free")),
        Ruling("red_areas", ("7.4.2",)),
        Ruling("diesels", ("7.6",), "diesels", ("none", "unlimited")),
        Ruling("trade_in", ("7.6",)),
        Ruling("discards", ("7.6.1",), "discard_order", ("any",)),
        Ruling("who_pays", ("C-2.3",)),
        Ruling("forced_sale", ("C-2.3.2",)),
        Ruling("bankruptcy", ("C-2.4",)),
        Ruling("loans", ("7.6.2", "7.7")),
        Ruling("unpaid_loan", ("7.7",)),
        Ruling("bank_at_zero", ("8.0",), "bank_breaks", ("below_zero",)),
        Ruling("market_peak", ("S-5", "V-8.0")),
        Ruling("one_more_run", ("V-3",)),
        Ruling("four_plus_four", ("V-3.0",)),
        Ruling("sv_right", ("V-4.0",)),
        Ruling("price_jump", ("V-5.2", "S-5")),
        Ruling("half_dividend", ("V-7.1",)),
        Ruling("second_certificate", ("V-7.2",)),
        Ruling("boards_of_scenarios", ("V-1.2",)),
        Ruling("third_six", ("V-1.7",)),
        Ruling("first_city", ("V-7.3",)),
        Ruling("starting_hexes", ("V-7.4",)),
        Ruling("marker_beside_track", ("V-7.5",)),
        Ruling("reading_cost", ("V-7.6",)),
        Ruling("own_hex", ("V-7.7",)),
        Ruling("joined_cities", ("V-7.9",)),
        Ruling("plus_trains", ("V-7.10",)),
        Ruling("richmond", ("S-1.2",)),
        Ruling("m11_straight", ("S-1.1", "V-1.4")),
        Ruling("licences", ("S-1", "S-2", "S-3")),
        Ruling("no_hex_twice", ("S-4",)),
        Ruling("short_runs", ("S-5",)),
        Ruling("undealt", ("S-5",)),
        Ruling("uncertainty", ("S-5",)),
        Ruling("random_revenue", ("S-6.3",)),
        Ruling("additional_tiles", ("S-6.3",)),
        Ruling("real_table", ("7.2", "7.3", "7.4"), "map", ("real",)),
        Ruling("real_table_limits", ("7.2.1", "7.3.2", "7.5")),
        Ruling("real_table_route", ("7.6.2",)),
        Ruling("real_table_privates", ("T-05", "S-1")),
        Ruling("real_table_corrections", ("V-0.1",)),
        Ruling("starter_money", (), "knowledge", ("partial", "closed")),
        Ruling("starter_duty"),
        Ruling("starter_no_train"),
        Ruling("starter_excess"),
    ),
    "1862": (
        Ruling("market"),
        Ruling("orn"),
        Ruling("bonus_distances"),
        Ruling("bonuses"),
        Ruling("running_trains", (), "running_trains", ("proven",)),
        Ruling("unbuilt_home"),
        Ruling("number_four"),
        Ruling("operating_order"),
        Ruling("odd_price"),
        Ruling("halved_dividend"),
        Ruling("grey_tiles"),
        Ruling("shared_tiles"),
        Ruling("letters"),
        Ruling("red_areas"),
        Ruling("erie_tile"),
        Ruling("turn_after_auction", ("II",)),
        Ruling("taking_back", ("II",)),
        Ruling("outbid_money", ("II",), "outbid_money", ("tied",)),
        Ruling("priority_after_auction", ("II",)),
        Ruling("papers_left_over", ("II",)),
        Ruling("opening", ("Inbetriebnahme",)),
        Ruling("odd_price_director", ("IV",)),
        Ruling("waiting_private", ("III",)),
        Ruling("salt_lake_city", ("IV",)),
        Ruling("hexes_run", ("IV",)),
        Ruling("express_trains", ("IV", "IX"), "express_bonus", ("passing",)),
        Ruling("omaha", ("VI",)),
        Ruling("home_tile", ("VI",)),
        Ruling("e30", ("VI",)),
        Ruling("reached_upgrade", ("VII",)),
        Ruling("no_revenue", ("XI",)),
        Ruling("sale_to_zero", ("XII",)),
        Ruling("closed_company", ("XII",)),
        Ruling("selling_for_notes", ("XII",)),
        Ruling("director_adds", ("Loks",)),
        Ruling("after_sales", ("Loks",)),
        Ruling("used_train", ("Loks",)),
        Ruling("unpaid_train", ("XIII",)),
        Ruling("notes_lapse", ("XIII",)),
        Ruling("bankrupt_result", ("XIII",)),
        Ruling("first_turn_sales", ("XV",)),
        Ruling("end_in_stock_round", ("XVI",)),
        Ruling("nobody_left", ("XVI",)),
        Ruling("bankrupt_players", ("XVI",)),
        Ruling("bank_in_first_rounds", ("II", "XVI")),
        Ruling("standstill"),
        Ruling("real_table", (), "map", ("real",)),
    ),
}
"""By title."""


def name_ruling(title: str, ruling: Ruling, language: str) -> str:
    """The heading of a ruling."""
    return words(f"ruling.{title}.{ruling.key}", language)


def say_ruling(title: str, ruling: Ruling, language: str) -> str:
    """The text of a ruling."""
    return words(f"ruling.{title}.{ruling.key}.text", language)


def other_readings(ruling: Ruling, language: str) -> str:
    """The option and its values with other readings, by name; empty if there is no such option."""
    if not ruling.option:
        return ""
    names = (words(f"option.{ruling.option}.{value}", language) for value in ruling.values)
    values = words("name.comma", language).join(names)
    return words("ruling.option", language, option=words(f"option.{ruling.option}", language), values=values)


def note_on_rulings(title: str, language: str) -> str:
    """A note on all rulings of a title; empty for most."""
    return message(f"ruling.{title}.note", language) or ""
