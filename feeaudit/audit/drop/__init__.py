"""The drop: what was put into the boxes, and what was counted out of them."""
