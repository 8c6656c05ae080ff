"""Random markup and tag sets for property tests."""

from hypothesis import strategies as st

markup = st.lists(
    st.sampled_from(
        "<p> </p> <div> </div> <table> <tr> <td> </table> <ul> <li> </ul> <b> </b> <span> </span> <a> </a> word <img> "
        "<script></script> <section> </section>".split()
    ),
    max_size=40,
).map("".join)
tag_sets = st.permutations(["table", "tr", "ul", "p", "div", "span", "section"]).flatmap(
    lambda tags: st.integers(0, len(tags)).map(lambda count: tags[:count])
)
# The same with elements that hold nothing.
separated_markup = st.lists(
    st.sampled_from("<p> </p> <div> </div> <table> <tr> <td> </table> <b> </b> word <img> <hr> <br>".split()),
    max_size=40,
).map("".join)
separated_tag_sets = st.permutations(["table", "hr", "p", "br", "div", "img"]).flatmap(
    lambda tags: st.integers(1, len(tags)).map(lambda count: tags[:count])
)
