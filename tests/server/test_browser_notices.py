"""The page of notices in a real browser: the installable app, the service worker, and what it shows when something is pushed."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import BrowserContext, Page, Worker, expect

from browser_helpers import PATIENCE
from server_helpers import wait_until

NOTICE = {"title": "Your turn: Monday", "body": "Bob: buy or pass", "url": "https://spike.example/t/abc", "tag": "abc"}


@pytest.fixture(scope="module")
def context(chromium: Chromium, address: str) -> Iterator[BrowserContext]:
    context = chromium.new_context(timezone_id="Asia/Tokyo", permissions=["notifications"])
    yield context
    context.close()


@pytest.fixture(scope="module")
def page(context: BrowserContext, address: str) -> Page:
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(f"{address}/account?next=/account/notices")
    form = page.locator("form[action='/account/guest']")
    form.locator("input[name=name]").fill("Ada")
    form.locator("button").click()
    page.wait_for_url("**/account/notices")
    return page


@pytest.fixture(scope="module")
def worker(context: BrowserContext, page: Page) -> Worker:
    """The service worker, which notes what it shows: a browser without a desktop may drop a notification at any time."""
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    worker = context.service_workers[0]
    worker.evaluate(
        """() => {
          const show = self.registration.showNotification.bind(self.registration);
          self.shown = [];
          self.registration.showNotification = (title, options) => {
            self.shown.push([title, options.body, options.tag, options.data.url]);
            return show(title, options);
          };
        }"""
    )
    return worker


def test_the_app_can_be_installed(context: BrowserContext, page: Page) -> None:
    session = context.new_cdp_session(page)
    manifest = session.send("Page.getAppManifest")
    assert manifest["url"].endswith("/manifest.webmanifest") and manifest["errors"] == []
    errors = [error["errorId"] for error in session.send("Page.getInstallabilityErrors")["installabilityErrors"]]
    assert set(errors) <= {"in-incognito"}


def test_the_time_zone_of_the_device_is_suggested(page: Page) -> None:
    expect(page.locator("select[name=zone]")).to_have_value("Asia/Tokyo")
    expect(page.locator("form[data-push] button")).to_be_enabled()


def test_what_is_pushed_is_shown(context: BrowserContext, page: Page, worker: Worker, address: str) -> None:
    session = context.new_cdp_session(page)
    registrations: list[Any] = []
    session.on("ServiceWorker.workerRegistrationUpdated", lambda event: registrations.extend(event["registrations"]))
    session.send("ServiceWorker.enable")
    page.wait_for_function("navigator.serviceWorker.controller !== null")

    def is_told() -> bool:
        page.evaluate("0")  # Lets events of the session arrive.
        return bool(registrations)

    wait_until(is_told, "the browser tells of its service worker")
    session.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": address, "registrationId": registrations[0]["registrationId"], "data": json.dumps(NOTICE)},
    )
    shown: list[Any] = []

    def is_shown() -> bool:
        shown[:] = worker.evaluate("self.shown")
        return bool(shown)

    wait_until(is_shown, "the service worker shows what was pushed")
    assert shown == [[NOTICE["title"], NOTICE["body"], NOTICE["tag"], NOTICE["url"]]]


def test_a_tap_opens_the_table(worker: Worker) -> None:
    """Only a real tap may open a window, so what would be opened is looked at."""
    opened = worker.evaluate(
        """async (url) => {
          let opened = "";
          let closed = false;
          const window = new Promise((done) => {
            self.clients.openWindow = async (path) => { opened = path; done(); };
          });
          const notification = { data: { url }, close: () => { closed = true; } };
          self.dispatchEvent(Object.assign(new ExtendableEvent("notificationclick"), { notification }));
          await window;
          return [opened, closed];
        }""",
        NOTICE["url"],
    )
    assert opened == ["/t/abc", True]
