// Pengines for browsers: asks a server that has loaded library(pengines). The options, methods and events are those of
// SWI-Prolog's pengines.js, without jQuery.
//
//   new Pengine({ask: "member(X, [a, b])", onsuccess() { show(this.data); if (this.more) this.next(); }});
"use strict";
(function (global) {
    const texts = () => Array.from(global.document?.querySelectorAll('script[type="text/x-prolog"]') ?? [])
        .map((script) => script.textContent).join("\n");

    class Pengine {
        constructor(options) {
            this.options = {server: "/pengine", format: "json", chunk: 1, destroy: true, ...Pengine.options, ...options};
            this.id = null;
            this.died = false;
            const {ask, template, chunk, destroy, application, format} = this.options;
            const request = {format, chunk, destroy, ask, template, application};
            request.src_text = this.options.src ?? this.options.srctext ?? texts();
            Object.keys(request).forEach((key) => request[key] === undefined && delete request[key]);
            this.#exchange("create", {}, {"Content-Type": "application/json"}, JSON.stringify(request));
        }

        ask(query, options = {}) {
            const words = Object.entries(options).map(([name, value]) => `${name}(${value})`);
            return this.send(`ask((${query}\n), [${words.join(",")}])`);
        }
        next(count) { return this.send(count === undefined ? "next" : `next(${count})`); }
        stop() { return this.send("stop"); }
        respond(text) { return this.send(`input((${text}\n))`); }
        destroy() { return this.died ? Promise.resolve() : this.send("destroy"); }
        send(event) {
            return this.#exchange("send", {}, {"Content-Type": "application/x-prolog; charset=UTF-8"}, `${event} .\n`);
        }
        pull_response() { return this.#exchange("pull_response"); }
        abort() { return this.#exchange("abort"); }
        ping() { return this.#exchange("ping"); }

        async #exchange(action, parameters = {}, headers = {}, body = undefined) {
            const all = {format: this.options.format, ...parameters};
            if (this.id !== null) {
                all.id = this.id;
            }
            const url = `${this.options.server}/${action}?${new URLSearchParams(all)}`;
            try {
                const reply = await fetch(url, {method: body === undefined ? "GET" : "POST", headers, body});
                this.#process(await reply.json());
            } catch (error) {
                this.#call("error", {event: "error", id: this.id, data: String(error)});
            }
        }

        #call(name, event) {
            Object.assign(this, {event: event.event, data: event.data, more: event.more, code: event.code,
                time: event.time, projection: event.projection});
            const handler = this.options[`on${name}`];
            if (handler) {
                handler.call(this, event);
            } else if (name === "error") {
                console.error(`pengine: ${event.data}`);
            }
        }

        #process(event) {
            if (event.event === undefined) {
                event = {event: "error", id: this.id, code: event.code, data: event.message};
            }
            switch (event.event) {
                case "create":
                    this.id = event.id;
                    Pengine.alive.add(this);
                    this.#call("create", event);
                    if (event.answer) {
                        this.#process(event.answer);
                    }
                    break;
                case "destroy":
                    this.died = true;
                    Pengine.alive.delete(this);
                    if (event.data) {
                        this.#process(event.data);
                    }
                    this.#call("destroy", event);
                    break;
                case "output":
                case "debug":
                    this.#call(event.event, event);
                    this.pull_response();
                    break;
                case "died":
                    this.died = true;
                    Pengine.alive.delete(this);
                    this.#call("died", event);
                    break;
                default:
                    this.#call(event.event, event);
            }
        }
    }
    Pengine.options = {};
    Pengine.alive = new Set();
    Pengine.destroy_all = function () {
        for (const server of new Set([...Pengine.alive].map((one) => one.options.server))) {
            const ids = [...Pengine.alive].filter((one) => one.options.server === server).map((one) => one.id);
            navigator.sendBeacon(`${server}/destroy_all?ids=${ids.join(",")}`);
        }
    };
    global.addEventListener?.("pagehide", Pengine.destroy_all);
    global.Pengine = Pengine;
})(globalThis);
