"""Pictures by their first bytes: type and size, whatever is behind them."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image as Pillow

from ridgeline.page.images import MAX_PIXELS, Image, read_image


def written(format: str, size: tuple[int, int] = (123, 45), **options: object) -> bytes:
    stream = io.BytesIO()
    Pillow.new("RGB", size, (9, 8, 7)).save(stream, format, **options)
    return stream.getvalue()


@pytest.mark.parametrize("format", ["png", "gif", "jpeg", "webp", "bmp"])
def test_type_and_size(format: str) -> None:
    assert read_image(written(format)) == Image(f"image/{format}", 123, 45)


def test_other_forms() -> None:
    assert read_image(written("webp", lossless=True)) == Image("image/webp", 123, 45)
    assert read_image(written("jpeg", progressive=True, comment=b"x" * 900)) == Image("image/jpeg", 123, 45)
    svg = b'<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30px"><rect/></svg>'
    assert read_image(svg) == Image("image/svg+xml", 40, 30)
    assert read_image(b"<svg xmlns='http://www.w3.org/2000/svg'/><!-- svg>") == Image("image/svg+xml", 0, 0)


def test_a_picture_of_too_many_pixels_is_none() -> None:
    png = bytearray(written("png"))
    png[16:24] = (50_000).to_bytes(4, "big") * 2
    assert MAX_PIXELS < 50_000**2
    assert read_image(bytes(png)) is None


def test_single_pixels_show_nothing() -> None:
    assert [read_image(written("png", size)).is_tracker for size in ((1, 1), (600, 1), (3, 3))] == [True, True, False]  # type: ignore[union-attr]


@pytest.mark.parametrize("data", [b"", b"<html><p>x", b"\xff\xd8\xff", b"\x89PNG", b"RIFF0000WEBPVP8 ", b"%PDF-1.4"])
def test_what_is_no_picture(data: bytes) -> None:
    assert read_image(data) is None


@given(st.sampled_from(["png", "gif", "jpeg", "webp"]), st.integers(0, 300), st.binary(max_size=8))
def test_damaged_files_raise_nothing(format: str, at: int, noise: bytes) -> None:
    data = written(format)
    for damaged in (data[:at], data[:at] + noise + data[at + len(noise) :]):
        image = read_image(damaged)
        assert image is None or image.width * image.height <= MAX_PIXELS
