"""Question: what is asked, of whom, and about what. Made by the step that asks."""

from dataclasses import fields

from goldenspike.core.frozen import frozen
from goldenspike.core.ids import (
    NO_COMPANY,
    NO_HEX,
    NO_HOLDER,
    NO_PLAYER,
    NO_PRIVATE,
    NO_TRAIN,
    NONE,
    Company,
    Hex,
    Holder,
    Player,
    Private,
    Train,
)


@frozen
class Question:
    """One question of the game. Numbers that do not apply are NONE."""

    kind: str
    """The public name of the step that asks: track, stock, set_par; over when the game has ended."""
    players: tuple[Player, ...] = ()
    """Who may answer; CHANCE for a draw."""
    form: str = ""
    """Which of its questions the step asks (see `Step.forms`), empty for its main one."""
    company: Company = NO_COMPANY
    """The operating railroad, or the one that the question is about."""
    private: Private = NO_PRIVATE
    train: Train = NO_TRAIN
    hex: Hex = NO_HEX
    seller: Holder = NO_HOLDER
    """The seller in an offer."""
    buyer: Holder = NO_HOLDER
    price: int = NONE
    """The asking price, the lowest bid or the price offered."""
    proposer: Player = NO_PLAYER
    revenue: int = NONE
    """The operating railroad's last revenue."""
    amount: int = NONE
    """Money that must be raised."""
    must_buy_train: bool = False
    on_map: bool = False
    """Whether the answer is given on the board."""

    @property
    def player(self) -> Player:
        """The first of those who may answer, NONE if nobody may."""
        return self.players[0] if self.players else NO_PLAYER

    def __repr__(self) -> str:
        """Only what is known of the question, as code that makes it again."""
        known = [field.name for field in fields(self) if getattr(self, field.name) != field.default]
        return f"Question({', '.join([f'{name}={getattr(self, name)!r}' for name in known])})"
