// Reads flowcharts, each a JSON string in a line, and writes what Mermaid understood as one JSON line each.
import { createInterface } from "node:readline";
import { JSDOM } from "jsdom";

// Mermaid cleans texts with a library that asks for a document, and looks for it when it is imported.
const { window } = new JSDOM("");
Object.assign(globalThis, { window, document: window.document });
const { default: mermaid } = await import("mermaid");
// The numbers of a text are kept in characters of its own until it is drawn.
const plain = (text) => text.replace(/ﬂ°°/g, "&#").replace(/ﬂ°/g, "&").replace(/¶ß/g, ";");

async function understood(text) {
  await mermaid.parse(text);
  const { db } = await mermaid.mermaidAPI.getDiagramFromText(text);
  return {
    nodes: [...db.getVertices().values()].map((one) => [one.id, plain(one.text)]),
    links: db.getEdges().map((one) => [one.start, one.end, plain(one.text)]),
    groups: db.getSubGraphs().map((one) => [one.id, plain(one.title), one.nodes]),
  };
}

for await (const line of createInterface({ input: process.stdin })) {
  const answer = await understood(JSON.parse(line)).catch((error) => ({ refused: String(error.message ?? error) }));
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
