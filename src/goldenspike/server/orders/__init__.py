"""Orders of seats: kept in the database, carried out with the moves that trigger them, shown to their owners."""
