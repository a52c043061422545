# Varnish 7 with its module xkey (Debian: varnish, varnish-modules) in front of the Node process or of a file server. It keeps pages until
# the publisher says that they have changed: PURGE=varnish, PURGE_URL=http://<this machine>:6081.
vcl 4.1;

import std;
import xkey;

backend default {
  .host = "127.0.0.1";
  .port = "4321";
}

# Who may say what has changed: the machines on which publishers run.
acl publishers {
  "127.0.0.1";
  "::1";
}

sub vcl_recv {
  if (req.method == "PURGE") {
    # Varnish has added the address of who asks to this header. With another one before it, a proxy in front passes on what a visitor asks.
    if (client.ip !~ publishers || req.http.x-forwarded-for ~ ",") {
      return (synth(403, "Only publishers may do this"));
    }
    if (!req.http.x-purge-keys) {
      return (synth(400, "The header x-purge-keys is missing"));
    }
    set req.http.x-purged = xkey.purge(req.http.x-purge-keys);
    return (synth(200, "Forgotten: " + req.http.x-purged));
  }
  if (req.method != "GET" && req.method != "HEAD") {
    return (pass);
  }
  # What is answered to people and not to everybody.
  # <endpoints> `npm run docs` writes these lines.
  if (req.url ~ "^(?:/livez|/healthz|/metrics|/_publish/wake|/_publish/probe|/_search|/dev/mailbox|/_preview|/admin|/editor/modules|/_actions/[^?]*|/forms/[^?]*|/admin/[^?]*)(?:\?|$)"
    || req.url ~ "^(?:/(?:de|jp|cn|kr))?(?:/login/session|/login|/login/code|/login/second-factor|/login/reset|/login/new-password)/?(?:\?|$)"
    || req.url ~ "^(?:/(?:de|jp|cn|kr))?(?:/search|/suche)\?") {
    return (pass);
  }
  # </endpoints>
  if (req.url ~ "[?&](draft=true(&|$)|at=|release=[1-9])") {
    return (pass);
  }
  # Pictures that only drafts show yet are answered to the staff, and to whoever has opened the link of a release.
  if (req.url ~ "^/media/" && req.http.cookie ~ "(^|; )(signed_in|release_preview)=") {
    return (pass);
  }
  unset req.http.cookie;
  return (hash);
}

sub vcl_backend_fetch {
  # Varnish makes the parts of a file from the whole one.
  unset bereq.http.range;
}

sub vcl_backend_response {
  if (bereq.uncacheable) {
    return (deliver);
  }
  # Redirects, and paths without a page, are asked for each time: there may be a page at any moment.
  if (beresp.status != 200 || beresp.http.set-cookie) {
    set beresp.uncacheable = true;
    set beresp.ttl = 10s;
    return (deliver);
  }
  # By host and path, whatever the query; and by what the answer itself names.
  set beresp.http.xkey = regsub(std.tolower(bereq.http.host), ":\d+$", "");
  set beresp.http.xkey = beresp.http.xkey + " " + beresp.http.xkey + regsub(bereq.url, "\?.*$", "") + " " + beresp.http.surrogate-key;
  if (bereq.url ~ "^/media/") {
    # What is withdrawn is gone a day later.
    set beresp.ttl = 1d;
  } else {
    set beresp.ttl = 365d;
  }
  set beresp.grace = 0s;
  return (deliver);
}

sub vcl_deliver {
  unset resp.http.xkey;
  unset resp.http.cache-tag;
  unset resp.http.surrogate-key;
  unset resp.http.x-varnish;
  unset resp.http.via;
  # Browsers ask each time, so how old an answer is concerns nobody.
  unset resp.http.age;
}
