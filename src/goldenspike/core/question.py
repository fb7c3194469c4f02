"""Question: what is asked of whom, and about what. The step that asks makes it."""

from dataclasses import dataclass

from goldenspike.core.holders import NONE


@dataclass(frozen=True, slots=True)
class Question:
    """One question of the game. Numbers that do not apply are NONE."""

    kind: str
    """The public name of the step that asks: track, stock, set_par; over when the game has ended."""
    players: tuple[int, ...] = ()
    """Who may answer; CHANCE for a draw."""
    form: str = ""
    """Which of its questions the step asks (see `Step.forms`), empty for the usual one."""
    company: int = NONE
    """The railroad that operates or that the question is about."""
    private: int = NONE
    train: int = NONE
    hex: int = NONE
    seller: int = NONE
    """The holder who gives something up in an offer."""
    buyer: int = NONE
    price: int = NONE
    """The asking price, the lowest bid or the price offered."""
    proposer: int = NONE
    revenue: int = NONE
    """What the operating railroad's trains earned last."""
    amount: int = NONE
    """Money that must be raised."""
    must_buy_train: bool = False
    on_map: bool = False
    """Whether the answer is a place on the board."""

    @property
    def player(self) -> int:
        """The first of those who may answer, NONE if nobody may."""
        return self.players[0] if self.players else NONE
