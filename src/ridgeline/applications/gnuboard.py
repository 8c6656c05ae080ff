"""Gnuboard, which most forums of Korea are made with: a post and the comments on it."""

from .application import Application, Posts, Signs, View

_AUTHOR = ".sv_member"

GNUBOARD = Application(
    "Gnuboard",
    Signs(addresses=("bo_table=",)),
    (
        View(
            posts=(
                Posts("#bo_v", "#bo_v_con", "post", _AUTHOR, ".if_date"),
                Posts('#bo_vc [id^="c_"]', ".cmt_contents", "comment", _AUTHOR, "time"),
            ),
            title=(".bo_v_tit",),
            page_type="forum",
        ),
    ),
)
