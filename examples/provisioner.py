"""A provisioner over HTTP in Python's standard library: POST /provision on 127.0.0.1:9200.

CHAT is the root of the deployment's API. TARGET is a target file in JSON, for the keys of its actors.
"""
import base64
import json
import os
import time
import urllib.parse
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

CHAT = os.environ["CHAT"]
with open(os.environ["TARGET"], encoding="utf-8") as file:
    KEYS = {one["email"]: one["apiKey"] for one in json.load(file)["messaging"]["actors"].values()}
QUEUES = {}


class Unavailable(Exception):
    """What this deployment cannot make; nobody's fault."""


def call(email, method, path, **fields):
    if email not in KEYS:
        raise Unavailable(f"there is no key for {email}")
    known = {name: value for name, value in fields.items() if value is not None}
    form = urllib.parse.urlencode({n: v if isinstance(v, str) else json.dumps(v) for n, v in known.items()})
    credentials = base64.b64encode(f"{email}:{KEYS[email]}".encode()).decode()
    request = urllib.request.Request(
        CHAT + path + (f"?{form}" if method == "GET" else ""),
        data=None if method == "GET" else form.encode(),
        method=method,
        headers={"Authorization": f"Basic {credentials}"},
    )
    with urllib.request.urlopen(request) as reply:
        return json.load(reply)


def message(w):
    if "channelId" in w:
        where = {"type": "stream", "to": w["channelId"], "topic": w.get("topic", "fixtures")}
    else:
        where = {"type": "direct", "to": w["to"]}
    return {"id": call(w["as"], "POST", "/messages", content=w.get("content", "a message"), **where)["id"]}


def edit(w):
    changes = {"content": w.get("content"), "topic": w.get("topic"), "stream_id": w.get("channelId")}
    call(w["as"], "PATCH", f"/messages/{w['messageId']}", **changes)
    return {}


def event_queue(w):
    queue = call(w["as"], "POST", "/register", event_types=w.get("eventTypes"))
    QUEUES[queue["queue_id"]] = {"as": w["as"], "last": queue["last_event_id"]}
    return {"queueId": queue["queue_id"]}


def events(w):
    queue = QUEUES.get(w["queueId"])
    if queue is None:
        raise Unavailable("that queue was not made here")
    asked = {"queue_id": w["queueId"], "last_event_id": queue["last"], "dont_block": True}
    found = call(queue["as"], "GET", "/events", **asked)["events"]
    queue["last"] = max([queue["last"], *(one["id"] for one in found)])
    return {"events": found}


def scheduled_message(w):
    if w.get("failed"):
        raise Unavailable("a sending cannot be made to fail here")
    when = {"scheduled_delivery_timestamp": int(time.time()) + 86_400}
    what = {"type": w["type"], "to": w["to"], "topic": w.get("topic"), "content": w.get("content", "later")}
    return {"id": call(w["as"], "POST", "/scheduled_messages", **what, **when)["scheduled_message_id"]}


MAKERS = {"message": message, "edit": edit, "event-queue": event_queue, "events": events, "scheduled-message": scheduled_message}


class Provisioner(BaseHTTPRequestHandler):
    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        kind = asked["fixture"]
        status, answer = 200, {"unavailable": f"this provisioner makes no {kind}"}
        try:
            if kind in MAKERS:
                answer = {"value": MAKERS[kind](asked.get("with", {}))}
        except Unavailable as why:
            answer = {"unavailable": str(why)}
        except Exception as error:  # a provisioning error: no verdict follows from it
            status, answer = 500, {"error": str(error)}
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(json.dumps(answer).encode())


if __name__ == "__main__":
    ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "9200"))), Provisioner).serve_forever()
