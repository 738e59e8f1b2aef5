"""What pages hold is what their readable sources say."""

import pytest

from dense import SOURCES, dense_form, made_dense


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.name)
def test_the_dense_form_is_made_from_its_source(source):
    assert dense_form(source).read_text() == made_dense(source), f"{source.name} changed: run Tests/run dense"
