"""/v1/rules: the user's site rules, the same file that `ridgeline extract --rules` reads."""

from typing import Annotated, Any

from fastapi import APIRouter, Path, Response
from pydantic import AliasChoices, BaseModel, Field

from ..sites.rules import Rule, Rules
from ..sites.rules.file import change_rules, load_or_empty
from .problems import Problem
from .schemas import Document, Selectors
from .state import TheService

router = APIRouter(tags=["rules"])

Site = Annotated[
    str, Path(min_length=1, description="A host such as example.org, a host with a path, or * for every page.")
]


def _formerly(name: str, former: str, description: str) -> Any:
    return Field(validation_alias=AliasChoices(name, former), description=description)


class RuleBody(Document):
    """The selectors of a site, which win over any extractor. `keep` and `drop` are former names, still accepted."""

    select: Annotated[Selectors, _formerly("select", "keep", "The content; [] leaves it to the extractor.")] = ()
    exclude: Annotated[Selectors, _formerly("exclude", "drop", "Not part of it.")] = ()
    title: Annotated[Selectors, Field(description="The headline: the first that is on the page counts.")] = ()
    author: Annotated[Selectors, Field(description="The authors.")] = ()
    date: Annotated[Selectors, Field(description="The date of publication.")] = ()


class SiteRule(RuleBody):
    """The rule of a site."""

    site: str


class RuleList(BaseModel):
    """The rules of all sites."""

    rules: list[SiteRule]


# Not `async`: reading a large file of rules takes a while, and a thread does it.


@router.get("/v1/rules")
def list_rules(service: TheService) -> RuleList:
    """List the rules of all sites."""
    return RuleList(rules=[SiteRule(**rule.as_dict()) for rule in load_or_empty(service.rules_path)])


@router.get("/v1/rules/{site:path}")
def get_rule(site: Site, service: TheService) -> SiteRule:
    """Return the rule of a site."""
    return SiteRule(**_find(load_or_empty(service.rules_path), site).as_dict())


@router.put("/v1/rules/{site:path}")
def put_rule(site: Site, body: RuleBody, service: TheService) -> SiteRule:
    """Write the rule of a site, in place of one that it may have."""
    rule = Rule(site, **body.model_dump())
    if not any(rule.selectors()):
        raise Problem(422, "invalid-option", "a rule has a selector: delete the rule instead")
    change_rules(service.rules_path, lambda rules: rules.replaced([rule]))
    return SiteRule(**rule.as_dict())


@router.delete("/v1/rules/{site:path}", status_code=204)
def delete_rule(site: Site, service: TheService) -> Response:
    """Delete the rule of a site."""
    name = _find(load_or_empty(service.rules_path), site).site
    change_rules(service.rules_path, lambda rules: rules.without(name))
    return Response(status_code=204)


def _find(rules: Rules, site: str) -> Rule:
    rule = rules.of_site(site)
    if rule is None:
        raise Problem(404, "no-such-rule", f"there is no rule for {site:.100}")
    return rule
