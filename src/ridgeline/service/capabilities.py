"""Routes that describe the service: health, metrics, extractors, formats."""

from fastapi import APIRouter, Response

from .. import __version__
from ..output import FORMATS
from ..registry import DEFAULT_EXTRACTOR, OFFERED, REGISTRY
from . import metrics
from .schemas import ExtractorInfo, ExtractorList, FormatInfo, FormatList, Health
from .state import TheService

router = APIRouter(tags=["service"])


@router.get("/health")
async def health() -> Health:
    """Say that the service answers. Needs no token."""
    return Health(status="ok", version=__version__)


@router.get("/metrics", response_class=Response, responses={200: {"content": {"text/plain": {}}}})
async def read_metrics(service: TheService) -> Response:
    """Return counts and times of requests and the state of the workers, in the text format of Prometheus."""
    return Response(service.metrics.as_text(), media_type=metrics.MEDIA_TYPE)


@router.get("/v1/extractors")
async def list_extractors(service: TheService) -> ExtractorList:
    """List the algorithms that a request may name."""
    names = REGISTRY if service.settings.studio else OFFERED
    listed = [
        ExtractorInfo(name=name, summary=entry.summary, needs=entry.needs, fitted_by=entry.fitted_by)
        for name, entry in REGISTRY.items()
        if name in names
    ]
    return ExtractorList(default=DEFAULT_EXTRACTOR, extractors=listed)


@router.get("/v1/formats")
async def list_formats() -> FormatList:
    """List the formats that content is written in, with the options of each."""
    listed = [
        FormatInfo(
            name=format.name,
            media_type=format.media_type,
            suffix=format.suffix,
            summary=format.summary,
            options=sorted(format.options - {"formats"}),
        )
        for format in FORMATS.values()
    ]
    return FormatList(default="markdown", formats=listed)
