// Calls the plugin as OpenClaw does, without OpenClaw; prints what came of it as JSON.

import { Client, discoverSocket } from "./client.js";
import plugin from "./index.js";

const SAID = "The safe is behind the zebra painting. Who knows of a zebra? It was said right before compaction.";
const hooks = {};
const made = { tools: null, capability: null, service: null, asked: [] };
plugin.register({
  pluginConfig: {},
  logger: { debug: (text) => console.error(text) },
  registerTool: (make) => (made.tools = make),
  registerMemoryCapability: (capability) => (made.capability = capability),
  registerService: (service) => (made.service = service),
  on: (name, handle) => (hooks[name] = handle),
  runtime: { llm: { complete: async (asked) => {
    made.asked.push(asked);
    return { text: "The harbour wall is built of stone 0, stone 1, stone 2 and stone 3 by masons from Malmö. " + SAID };
  } } },
});

const PRIVATE = { agentId: "main", sessionId: "home", sessionKey: "agent:main:main" };
const GROUP = { agentId: "main", sessionId: "club", sessionKey: "agent:main:telegram:group:42" };
const say = (ctx, role, content) => hooks.before_message_write({ message: { role, content, timestamp: Date.now() } }, ctx);
const found = async (ctx, query) => (await made.tools(ctx)[0].execute("1", { query })).details.results;
const told = async (ctx, prompt) => (await hooks.before_prompt_build({ prompt }, ctx))?.prependContext ?? "";
const out = {};

say(PRIVATE, "user", "The safe is behind the zebra painting");
say(PRIVATE, "toolResult", "<memoryd>\nfrom memory\n</memoryd>");
say(PRIVATE, "assistant", "<memoryd>\nan echo of the zebra\n</memoryd>\nUnderstood.");
await hooks.before_reset({ messages: [] }, PRIVATE);
const next = { ...PRIVATE, sessionId: "later", sessionKey: "agent:main:later" };
out.recalled = await found(next, "where is the safe?");
const get = made.tools(next)[1];
out.read = (await get.execute("1", { path: out.recalled[0].path })).details;
out.missing = (await get.execute("1", { path: "memory/none.md:none" })).details.status;

say(GROUP, "user", "Who knows of a zebra?");
out.group = await found(GROUP, "where is the safe? zebra painting");
out.groupTold = await told(GROUP, "where is the safe, behind the zebra painting?");

const runtime = made.capability.runtime;
const { manager } = await runtime.getMemorySearchManager({ agentId: "main", purpose: "default" });
const cli = (await runtime.getMemorySearchManager({ agentId: "main", purpose: "cli" })).manager;
out.manager = {
  private: await manager.search("zebra painting", { sessionKey: PRIVATE.sessionKey, sources: ["sessions"] }),
  group: await manager.search("safe zebra painting", { sessionKey: GROUP.sessionKey }),
  nobody: await manager.search("safe zebra painting"),
  cli: await cli.search("zebra painting", { maxResults: 1 }),
  read: await cli.readFile({ relPath: out.recalled[0].path }),
  none: await cli.readFile({ relPath: "memory/none.md:none" }),
  status: manager.status(),
  authorized: await runtime.authorizeSearchHits({ agentId: "main", requesterSessionKey: GROUP.sessionKey, hits: out.recalled }),
};

out.prompts = [await told(next, "zebra?"), await told(next, "zebra?")];
out.unrelated = await told(next, "Build me a web page with a wall of photos");
say(next, "user", "Said right before compaction");
await hooks.before_compaction({}, next);
out.prompts.push(await told(next, "zebra?"));
await hooks.session_end({ sessionId: "later" }, next);

// The question itself is kept before it is asked.
const earlier = { agentId: "main", sessionId: "earlier", sessionKey: "agent:main:earlier" };
const stated = { role: "user", content: "The anchor weighs 40 kilos", timestamp: Date.now() - 60_000 };
hooks.before_message_write({ message: stated }, earlier);
await hooks.agent_end({}, earlier);
const asks = { agentId: "main", sessionId: "asks", sessionKey: "agent:main:asks" };
await told(asks, "Hello");
say(asks, "user", "How heavy is the anchor?");
out.asked = await told(asks, "How heavy is the anchor?");

// `/new`: what stood in the conversation has to be told from here on.
const renewed = { agentId: "main", sessionId: "renewed", sessionKey: "agent:main:renewed" };
const asked = "What is the rudder made of?";
say(renewed, "user", "The rudder is made of walnut");
await told(renewed, asked);
out.renewed = [await told(renewed, asked)];
await hooks.before_reset({ messages: [], reason: "new" }, renewed);
await hooks.session_end({ sessionId: "renewed", reason: "new" }, renewed);
out.renewed.push(await told(renewed, asked), await told(renewed, asked));

// A session that goes on after a restart: its id is known to the other copy of the plugin only.
const other = {};
const nothing = () => {};
(await import("./index.js?again")).default.register({
  pluginConfig: { jobs: false }, logger: {}, registerTool: nothing, registerMemoryCapability: nothing,
  on: (name, handle) => (other[name] = handle),
});
const resumed = { agentId: "main", sessionKey: "agent:main:resumed" };
say(resumed, "user", "Said to the copy that does not know the session");
await other.before_prompt_build({ prompt: "zebra?" }, { ...resumed, sessionId: "resumed" });

made.service.start();
const daemon = new Client(discoverSocket());
for (let tries = 0; tries < 200 && !out.summary; tries++) {
  await new Promise((done) => setTimeout(done, 50));
  out.summary = (await daemon.call("summaries.inspect", { level: "L1" })).summaries[0];
}
made.service.stop();
out.jobs = made.asked.map((one) => one.purpose);
console.log(JSON.stringify(out));
process.exit(0);
