"""Wrong input directories by the thousand, and what must hold of the answer to any of them."""
