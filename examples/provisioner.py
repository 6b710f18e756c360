"""A provisioner over HTTP in Python's standard library: POST /provision on 127.0.0.1:9200.

CHAT is the root of the deployment's API. TARGET is a target file in JSON, for the keys of its actors."""
import base64
import json
import os
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib import parse, request

CHAT, TARGET = os.environ["CHAT"], os.environ["TARGET"]
try:
    with open(TARGET, encoding="utf-8") as file:
        ACTORS = json.load(file)["messaging"]["actors"]
except ValueError:
    raise SystemExit(f"{TARGET} is not JSON: this example reads target files in JSON only")
KEYS, QUEUES = {one["email"]: one["apiKey"] for one in ACTORS.values()}, {}


class Unavailable(Exception): """Something that this deployment cannot make. This is not an error."""


def call(email, method, path, **fields):
    if email not in KEYS:
        raise Unavailable(f"there is no key for {email}")
    known = {name: value for name, value in fields.items() if value is not None}
    form = parse.urlencode({n: v if isinstance(v, str) else json.dumps(v) for n, v in known.items()})
    address, body = (f"{CHAT}{path}?{form}", None) if method == "GET" else (CHAT + path, form.encode())
    credentials = base64.b64encode(f"{email}:{KEYS[email]}".encode()).decode()
    asked = request.Request(address, body, {"Authorization": f"Basic {credentials}"}, method=method)
    with request.urlopen(asked) as reply:
        return json.load(reply)


def channel(w):
    if w.get("settings"):
        raise Unavailable("channels are made with their usual settings here")
    admin, named = ACTORS["admin"]["email"], [{"name": w["name"]}]
    who = {"invite_only": w.get("private"), "principals": w.get("subscribers")}
    call(admin, "POST", "/users/me/subscriptions", subscriptions=named, **who)
    return {"id": call(admin, "GET", "/get_stream_id", stream=w["name"])["stream_id"], "name": w["name"]}


def message(w):
    channel_id, topic = w.get("channelId"), w.get("topic", "fixtures")
    where = {"type": "stream", "to": channel_id, "topic": topic} if channel_id else {"type": "direct", "to": w["to"]}
    return {"id": call(w["as"], "POST", "/messages", content=w.get("content", "a message"), **where)["id"]}


def edit(w):
    path = f"/messages/{w['messageId']}"
    call(w["as"], "PATCH", path, content=w.get("content"), topic=w.get("topic"), stream_id=w.get("channelId"))
    return {}


def event_queue(w):
    queue = call(w["as"], "POST", "/register", event_types=w.get("eventTypes"))
    QUEUES[queue["queue_id"]] = {"as": w["as"], "last": queue["last_event_id"]}
    return {"queueId": queue["queue_id"]}


def events(w):
    queue = QUEUES[w["queueId"]]
    since = {"queue_id": w["queueId"], "last_event_id": queue["last"]}
    found = call(queue["as"], "GET", "/events", **since, dont_block=True)["events"]
    queue["last"] = max([queue["last"], *(one["id"] for one in found)])
    return {"events": found}


def scheduled_message(w):
    if w.get("failed"):
        raise Unavailable("a sending cannot be made to fail here")
    fields = {name: w.get(name) for name in ("type", "to", "topic", "content")}
    fields["scheduled_delivery_timestamp"] = int(time.time()) + 86_400
    return {"id": call(w["as"], "POST", "/scheduled_messages", **fields)["scheduled_message_id"]}


MAKERS = {"channel": channel, "message": message, "edit": edit, "event-queue": event_queue, "events": events,
          "scheduled-message": scheduled_message}


class Provisioner(BaseHTTPRequestHandler):
    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        kind, status, make = asked["fixture"], 200, MAKERS.get(asked["fixture"])
        try:
            answer = {"value": make(asked["with"])} if make else {"unavailable": f"this provisioner makes no {kind}"}
        except Unavailable as why:
            answer = {"unavailable": str(why)}
        except Exception as error:  # a provisioning error: no verdict is based on it
            status, answer = 500, {"error": str(error)}
        self.send_response(status)
        self.end_headers()
        self.wfile.write(json.dumps(answer).encode())


server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "9200"))), Provisioner)
print(f"http://127.0.0.1:{server.server_port}/provision", flush=True)
server.serve_forever()
