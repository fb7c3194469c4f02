"""The application: routes, middleware and life cycle."""

import asyncio
import threading
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import FileSystemLoader, StrictUndefined, select_autoescape
from litestar import Litestar, MediaType, Response, Router, get
from litestar.config.compression import CompressionConfig
from litestar.config.csrf import CSRFConfig
from litestar.datastructures import State
from litestar.exceptions import HTTPException, InternalServerException
from litestar.middleware import DefineMiddleware
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme
from litestar.plugins.jinja import JinjaTemplateEngine
from litestar.static_files import create_static_files_router
from litestar.template.config import TemplateConfig
from sqlalchemy.exc import DataError

from goldenspike import __version__, svg
from goldenspike.server.accounts.pages import AccountPages
from goldenspike.server.admin.following import ActFollower
from goldenspike.server.admin.pages import AdminPages
from goldenspike.server.allowed_methods import tell_methods
from goldenspike.server.analysis.pages import AnalysisPages
from goldenspike.server.api.accounts import AccountsApi
from goldenspike.server.api.document import openapi_document, refuse_all
from goldenspike.server.api.entity_tags import EntityTags
from goldenspike.server.api.plans import PlansApi
from goldenspike.server.api.strict_json import check_types
from goldenspike.server.api.tables import TablesApi
from goldenspike.server.api.thinking import ThinkingApi
from goldenspike.server.clocks.pages import CalendarPages, TimeOutPages
from goldenspike.server.clocks.service import watch_clocks
from goldenspike.server.errors import (
    answer_database_trouble,
    answer_depth,
    answer_http,
    answer_missing,
    answer_problem,
    answer_unexpected_error,
    answer_unstorable,
)
from goldenspike.server.escaping import QuickEnvironment
from goldenspike.server.head_requests import answer_head
from goldenspike.server.host_header import check_hosts
from goldenspike.server.learn.coach_pages import CoachPages
from goldenspike.server.learn.pages import LearnPages
from goldenspike.server.live.stopping import end_streams_on_signal, ending_at_once
from goldenspike.server.lobby.archiving import archive_periodically
from goldenspike.server.lobby.pages import LobbyPages
from goldenspike.server.notices.installing import manifest, service_worker
from goldenspike.server.notices.pages import NoticeLinks, NoticePages
from goldenspike.server.operation.observing import observe_requests
from goldenspike.server.operation.pages import health, metrics, ready
from goldenspike.server.operation.sampling import sample_periodically
from goldenspike.server.orders.api import OrdersApi
from goldenspike.server.orders.pages import OrderPages
from goldenspike.server.parse_caches import bound_parse_caches
from goldenspike.server.plans.pages import PlanPages
from goldenspike.server.printing.pages import PrintPages
from goldenspike.server.problems import Problem
from goldenspike.server.puzzles.pages import PuzzlePages
from goldenspike.server.requests import DEPENDENCIES
from goldenspike.server.rules.pages import RulesPages
from goldenspike.server.security import CSRF_COOKIE, CSRF_HEADER, AuthMiddleware, security_headers
from goldenspike.server.services import Services, make_services
from goldenspike.server.settings import Settings
from goldenspike.server.storage.database import DATABASE_TROUBLE
from goldenspike.server.storage.tokens import new_secret
from goldenspike.server.storage.trouble import UnfitValue
from goldenspike.server.table.banker_pages import BankerPages
from goldenspike.server.table.hand_pages import HandPages
from goldenspike.server.table.history_pages import HistoryPages
from goldenspike.server.table.pages import TablePages, cited
from goldenspike.server.table.quick_pages import QuickPages
from goldenspike.server.table.rendered_part import content_hash
from goldenspike.server.table.screen_pages import ScreenPages
from goldenspike.server.table.thinking_pages import ThinkingPages
from goldenspike.server.warm import draw_boards, end_tasks, read_texts, tidy_up

_HERE = Path(__file__).parent
MOST_BYTES = 32_000
_PICTURE_STYLE = svg.stylesheet("page")


@get("/static/pictures.css", include_in_schema=False)
async def picture_style() -> Response[str]:
    """The style sheet for all pictures, linked once by each page."""
    return Response(_PICTURE_STYLE, media_type=MediaType.CSS, headers={"cache-control": "public, max-age=3600"})


@cache
def template_engine() -> JinjaTemplateEngine:
    """The templates, compiled once for all applications of a process."""
    environment = QuickEnvironment(
        loader=FileSystemLoader(_HERE / "templates"),
        autoescape=select_autoescape(default=True),
        undefined=StrictUndefined,
        auto_reload=False,
        # All are kept: there are few, and they are looked up for every part of a page.
        cache_size=-1,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals["app_version"] = __version__
    environment.filters["part_key"] = content_hash
    environment.filters["cited"] = cited
    return JinjaTemplateEngine.from_environment(environment)


def _periodic(services: Services, follower: ActFollower) -> tuple[Coroutine[Any, Any, None], ...]:
    return (
        tidy_up(services.connections),
        sample_periodically(services),
        follower.follow(),
        services.notices.run(),
        watch_clocks(services.clocks, services.hub),
        archive_periodically(services.lobby, services.hub),
    )


def create_app(settings: Settings) -> Litestar:
    templates = template_engine()

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        with ending_at_once():
            services = make_services(app.state.settings)
            app.state.services = services
            await services.start()
            follower = ActFollower(services)
            await follower.start()
            app.state.follower = follower
            if settings.warm:
                await asyncio.to_thread(read_texts, templates.engine)
                await asyncio.to_thread(services.lobby.prepare)
        remove_handlers = end_streams_on_signal(services.hub)
        is_stopping = threading.Event()
        warming = asyncio.create_task(asyncio.to_thread(draw_boards, is_stopping)) if settings.warm else None
        periodic = [asyncio.create_task(work) for work in _periodic(services, follower)]
        try:
            yield
        finally:
            is_stopping.set()
            remove_handlers()
            await end_tasks(periodic)
            if warming is not None:
                await warming
            await services.close()

    api = Router(
        "/api/v1",
        route_handlers=[AccountsApi, TablesApi, OrdersApi, PlansApi, ThinkingApi],
        middleware=[EntityTags()],
        before_request=check_types,
    )
    handlers: list[Any] = [
        api,
        LobbyPages,
        RulesPages,
        PrintPages,
        AccountPages,
        CalendarPages,
        TimeOutPages,
        OrderPages,
        TablePages,
        QuickPages,
        HistoryPages,
        ScreenPages,
        HandPages,
        BankerPages,
        PlanPages,
        ThinkingPages,
        AnalysisPages,
        LearnPages,
        CoachPages,
        PuzzlePages,
        AdminPages,
        NoticePages,
        NoticeLinks,
        manifest,
        service_worker,
        picture_style,
        openapi_document,
        health,
        ready,
        metrics,
        create_static_files_router(
            "/static",
            directories=[_HERE / "static"],
            include_in_schema=False,
            exception_handlers=dict.fromkeys((ValueError, OSError, InternalServerException), answer_missing),
        ),
    ]
    app = Litestar(
        route_handlers=handlers,
        dependencies=DEPENDENCIES,
        lifespan=[lifespan],
        state=State({"settings": settings}),
        middleware=[DefineMiddleware(AuthMiddleware, exclude=["^/static/", "^/schema", "^/healthz", "^/readyz", "^/metrics"])],
        csrf_config=CSRFConfig(
            secret=settings.secret or new_secret(),
            cookie_name=CSRF_COOKIE,
            header_name=CSRF_HEADER,
            cookie_httponly=True,
            cookie_samesite="lax",
            cookie_secure=settings.secure_cookies,
            exclude=["^/api/", "^/static/", "^/schema", "^/notices/stop/"],
        ),
        # Responses with parts are already compressed, once for all who get the same ones.
        compression_config=CompressionConfig(
            backend="gzip", minimum_size=500, gzip_compress_level=5, exclude=["/live$", "^/t/[^/]+/(parts|act)$"]
        ),
        template_config=TemplateConfig(instance=templates),
        exception_handlers={
            Problem: answer_problem,
            HTTPException: answer_http,
            RecursionError: answer_depth,
            **dict.fromkeys((DataError, UnfitValue), answer_unstorable),
            **dict.fromkeys(DATABASE_TROUBLE, answer_database_trouble),
            Exception: answer_unexpected_error,
        },
        openapi_config=OpenAPIConfig(
            title="Golden Spike",
            version=__version__,
            operation_id_creator=lambda handler, method, path: handler.handler_name,
            # `openapi_document` serves the completed document; the framework's own takes long to write, and nobody requests it.
            openapi_router=Router("/schema/litestar", route_handlers=[], include_in_schema=False, guards=[refuse_all]),
            render_plugins=[JsonRenderPlugin()],
            components=Components(security_schemes={"token": SecurityScheme(type="http", scheme="bearer")}),
        ),
        before_send=[security_headers(settings.has_tls), tell_methods],
        request_max_body_size=MOST_BYTES,
        logging_config=None,
        debug=False,
    )
    return observe_requests(check_hosts(answer_head(bound_parse_caches(app))), settings.access_log, settings.slow_request)
