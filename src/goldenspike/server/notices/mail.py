"""E-mail through the SMTP server of the host: text and HTML, with a picture of the board and one-click unsubscription."""

import asyncio
import smtplib
import ssl
from email.message import EmailMessage
from email.utils import formatdate, parseaddr
from importlib import import_module
from importlib.util import find_spec
from ipaddress import ip_address
from typing import Final
from urllib.parse import unquote

from markupsafe import Markup

from goldenspike.server.notices.guarded import DeliveryFailed
from goldenspike.server.notices.mail_addresses import MAIL_PORTS, read_mail_server
from goldenspike.server.notices.message import Item, Message
from goldenspike.server.words import Words

PATIENCE: Final = 20


class Mailer:
    """Sends mail through one server: smtps:// with TLS from the start, smtp:// with STARTTLS where it is offered."""

    def __init__(self, url: str, sender: str) -> None:
        self._server = read_mail_server(url)
        self.sender = sender
        self.sender_address = parseaddr(sender)[1]
        self._domain = self.sender_address.rpartition("@")[2]

    async def send(self, to: str, message: Message) -> None:
        mail = await asyncio.to_thread(self.build, to, message)
        try:
            await asyncio.to_thread(self._send, to, mail)
        except smtplib.SMTPRecipientsRefused as error:
            code, reason = next(iter(error.recipients.values()))
            raise DeliveryFailed(f"{code} {_text(reason)}", gone=500 <= code < 600) from None
        except (smtplib.SMTPException, OSError) as error:
            raise DeliveryFailed(str(error)[:200]) from None

    def _send(self, to: str, mail: EmailMessage) -> None:
        host, port = str(self._server.hostname), self._server.port or MAIL_PORTS[self._server.scheme]
        if self._server.scheme == "smtps":
            connection: smtplib.SMTP = smtplib.SMTP_SSL(host, port, timeout=PATIENCE, context=ssl.create_default_context())
        else:
            connection = smtplib.SMTP(host, port, timeout=PATIENCE)
        with connection as server:
            server.ehlo_or_helo_if_needed()
            if self._server.scheme == "smtp" and server.has_extn("starttls"):
                server.starttls(context=ssl.create_default_context())
            elif self._server.password and self._server.scheme == "smtp" and not _is_local(host):
                raise smtplib.SMTPException("the mail server offers no TLS, so the password is not sent")
            if self._server.username:
                server.login(unquote(self._server.username), unquote(self._server.password or ""))
            server.send_message(mail, self.sender_address, [to])

    def build(self, to: str, message: Message) -> EmailMessage:
        words = Words(message.language)
        mail = EmailMessage()
        mail["From"] = self.sender
        mail["To"] = to
        mail["Subject"] = " ".join(message.subject.split())
        mail["Date"] = formatdate()
        # The same for every attempt, so that a message that was sent twice is recognized.
        mail["Message-ID"] = f"<{message.id}@{self._domain}>"
        mail["Content-Language"] = message.language
        mail["Auto-Submitted"] = "auto-generated"
        mail["List-Unsubscribe"] = f"<{message.stop_url}>"
        mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        mail.set_content(_plain(message, words))
        pictures = [_png(item.picture) for item in message.items]
        names = [f"board-{number}.{message.id}@{self._domain}" if found else "" for number, found in enumerate(pictures)]
        mail.add_alternative(_html(message, names, words), subtype="html")
        page = mail.get_body(("html",))
        for name, picture in zip(names, pictures, strict=True):
            if picture and page is not None:
                page.add_related(picture, "image", "png", cid=f"<{name}>")
        return mail


def _plain(message: Message, words: Words) -> str:
    blocks = [message.intro] if message.intro else []
    for item in message.items:
        news = [item.heading or words("since.title"), *(f"- {line}" for line in item.news)] if item.news else []
        blocks.append("\n".join(line for line in (item.title, item.text, *news, item.url) if line))
    footer = f"{words('notice.settings')}: {message.settings_url}\n{words('notice.stop')}: {message.stop_url}"
    return "\n\n".join([*blocks, f"-- \n{footer}"]) + "\n"


def _html(message: Message, pictures: list[str], words: Words) -> str:
    body = Markup("<p>{}</p>").format(message.intro) if message.intro else Markup("")
    for item, picture in zip(message.items, pictures, strict=True):
        body += _html_item(item, picture, words)
    footer = Markup('<p style="color:#666;font-size:small"><a href="{}">{}</a> · <a href="{}">{}</a></p>').format(
        message.settings_url, words("notice.settings"), message.stop_url, words("notice.stop")
    )
    return Markup(
        '<!DOCTYPE html><html lang="{}"><head><meta charset="utf-8"><title>{}</title></head><body>{}{}</body></html>'
    ).format(message.language, message.subject, body, footer)


def _html_item(item: Item, picture: str, words: Words) -> Markup:
    shown = Markup('<h2><a href="{}">{}</a></h2><p>{}</p>').format(item.url, item.title, item.text)
    if picture:
        shown += Markup('<p><a href="{}"><img src="cid:{}" alt="{}" width="480"></a></p>').format(
            item.url, picture, words("picture.board")
        )
    if item.news:
        lines = Markup("").join(Markup("<li>{}</li>").format(line) for line in item.news)
        shown += Markup("<h3>{}</h3><ul>{}</ul>").format(item.heading or words("since.title"), lines)
    return shown


def _png(picture: str) -> bytes | None:
    """A picture for mail programs, which show no SVG; none without the extra `png`."""
    if not picture or find_spec("cairosvg") is None:
        return None
    png: bytes = import_module("cairosvg").svg2png(bytestring=picture.encode(), output_width=480, background_color="#f6f1e5")
    return png


def _is_local(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _text(reason: bytes | str) -> str:
    return (reason.decode("utf-8", "replace") if isinstance(reason, bytes) else reason)[:200]
