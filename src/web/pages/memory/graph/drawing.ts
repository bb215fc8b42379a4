import { UndirectedGraph } from "graphology";
import Sigma from "sigma";
import { EdgeLineProgram, NodePointProgram } from "sigma/rendering";
import type { Settings } from "sigma/settings";
import { coloursOf, colourOf, kindsOf } from "./colours.ts";
import type { GraphData } from "./data.ts";
import { layOut } from "./layout.ts";
import { t } from "../../../language/text.ts";

const SIZE_MIN = 3;
const SIZE_MAX = 16;
/** Up to this many nodes are drawn in full size; more are smaller, so that they do not overlap. */
const FULL_SIZE_MAX = 400;
const SHRUNK_MIN = 0.4;
/** Larger graphs hide edges and labels while the picture moves. */
const LARGE = 1500;
/** Up to this many are all labelled. */
const NAMED_MAX = 40;
const FLY_MS = 350;

const motionMs = (): number => (matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : FLY_MS);

export type Drawing = ReturnType<typeof drawGraph>;

/** A graph drawn in an element of the page. Throws if the browser cannot draw with WebGL. */
export function drawGraph(box: HTMLElement, onSelect: (id: string | null) => void) {
  const graph = new UndirectedGraph();
  let colours = coloursOf(box);
  let selected: string | null = null;
  let near = new Set<string>();
  let stopLayout = (): void => undefined;

  const settings: Partial<Settings> = {
    labelFont: getComputedStyle(box).fontFamily,
    labelSize: 13,
    labelColor: { color: colours.text },
    labelRenderedSizeThreshold: 6,
    minCameraRatio: 0.02,
    maxCameraRatio: 4,
    zIndex: true,
    // The cheapest programs: with software WebGL, every vertex and pixel counts.
    nodeProgramClasses: { circle: NodePointProgram },
    edgeProgramClasses: { line: EdgeLineProgram },
    allowInvalidContainer: true,
    defaultDrawNodeHover: (context, { x, y, size, label }, { labelSize, labelFont }) => {
      const words = label ?? "";
      context.font = `${labelSize}px ${labelFont}`;
      const { width } = context.measureText(words);
      const [left, height] = [x + size + 2, labelSize + 8];
      context.fillStyle = colours.surface;
      context.strokeStyle = colours.accent;
      context.beginPath();
      context.roundRect(left, y - height / 2, width + 10, height, 4);
      context.fill();
      context.stroke();
      context.fillStyle = colours.text;
      context.fillText(words, left + 5, y + labelSize / 3);
    },
    nodeReducer: (node, { kind, ...attributes }) => {
      const isFar = selected !== null && !near.has(node);
      return {
        ...attributes,
        forceLabel: graph.order <= NAMED_MAX && !isFar,
        color: (isFar ? undefined : colours.kinds[Number(kind)]) ?? colours.line,
        ...(isFar ? { label: "", zIndex: 0 } : { zIndex: 1 }),
        ...(node === selected ? { highlighted: true, forceLabel: true } : {}),
      };
    },
    edgeReducer: (edge, attributes) => {
      if (selected !== null && graph.hasExtremity(edge, selected))
        return { ...attributes, color: colours.accent, zIndex: 1 };
      return { ...attributes, color: colours.line, hidden: selected !== null && graph.size > LARGE };
    },
  };
  const sigma = new Sigma(graph, box, settings);
  sigma.on("clickNode", ({ node }) => onSelect(node));
  sigma.on("clickStage", () => onSelect(null));

  /** Beside a neighbour; on a spiral if none is placed yet: even, and deterministic. */
  const placeOf = (other: string | undefined, at: number): { x: number; y: number } => {
    const angle = at * 2.4;
    const { x, y } = other === undefined ? {} : graph.getNodeAttributes(other);
    const radius = other === undefined ? 10 * Math.sqrt(at) : 1;
    return { x: Number(x ?? 0) + radius * Math.cos(angle), y: Number(y ?? 0) + radius * Math.sin(angle) };
  };

  const select = (id: string | null): void => {
    selected = id !== null && graph.hasNode(id) ? id : null;
    near = new Set(selected === null ? [] : [selected, ...graph.neighbors(selected)]);
    sigma.refresh();
  };
  const moveCamera = (to: Parameters<ReturnType<typeof sigma.getCamera>["animate"]>[0]): void =>
    void sigma.getCamera().animate(to, { duration: motionMs() });

  return {
    select,
    /** Existing nodes keep their position; new ones appear next to their neighbours. */
    show(data: GraphData): void {
      stopLayout();
      const kinds = kindsOf(data);
      for (const node of graph.nodes()) if (!data.nodes.has(node)) graph.dropNode(node);
      graph.clearEdges();
      const known = new Set<string>(graph.nodes());
      const edges = [...data.edges.values()];
      const beside = new Map(
        edges.flatMap(({ source, target }) => [
          [source, target ?? ""],
          [target ?? "", source],
        ]),
      );
      const scale = Math.min(1, Math.max(SHRUNK_MIN, Math.sqrt(FULL_SIZE_MAX / data.nodes.size)));
      let at = 0;
      for (const { id, label, type, isSelf } of data.nodes.values()) {
        const size = scale * Math.min(SIZE_MAX, SIZE_MIN + 1.6 * Math.sqrt(data.degrees.get(id) ?? 0));
        const attributes = { label: isSelf ? t("You") : label, size, kind: colourOf(kinds, type) };
        const other = beside.get(id) ?? "";
        if (known.has(id)) graph.mergeNodeAttributes(id, attributes);
        else graph.addNode(id, { ...attributes, ...placeOf(known.has(other) ? other : undefined, at++) });
      }
      for (const { source, target } of edges) {
        if (target !== null && source !== target) graph.mergeEdge(source, target, { size: 1 });
      }
      const isLarge = graph.order > LARGE;
      sigma.setSetting("hideEdgesOnMove", isLarge);
      sigma.setSetting("hideLabelsOnMove", isLarge);
      select(selected);
      stopLayout = layOut(graph);
    },
    flyTo(id: string): void {
      const position = sigma.getNodeDisplayData(id);
      if (!position) return;
      moveCamera({ x: position.x, y: position.y, ratio: Math.min(sigma.getCamera().ratio, 0.4) });
    },
    zoom(factor: number): void {
      const camera = sigma.getCamera();
      moveCamera({ ratio: camera.getBoundedRatio(camera.ratio * factor) });
    },
    whole: () => moveCamera({ x: 0.5, y: 0.5, ratio: 1, angle: 0 }),
    recolour(): void {
      colours = coloursOf(box);
      sigma.setSetting("labelColor", { color: colours.text });
      sigma.refresh();
    },
    end(): void {
      stopLayout();
      sigma.kill();
    },
  };
}
