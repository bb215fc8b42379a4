import { UndirectedGraph } from "graphology";
import Sigma from "sigma";
import { EdgeLineProgram, NodePointProgram } from "sigma/rendering";
import type { Settings } from "sigma/settings";
import { coloursOf, colourOf, kindsOf, type Colours } from "./colours.ts";
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

/** A graph drawn in an element of the page. Throws if the browser cannot draw with WebGL. */
export class Drawing {
  private readonly graph = new UndirectedGraph();
  private readonly sigma: Sigma;
  private colours: Colours;
  private kinds: string[] = [];
  private selected: string | null = null;
  private near = new Set<string>();
  private stopLayout: () => void = () => undefined;

  private readonly box: HTMLElement;

  constructor(box: HTMLElement, onSelect: (id: string | null) => void) {
    this.box = box;
    this.colours = coloursOf(box);
    this.sigma = new Sigma(this.graph, box, this.settings());
    this.sigma.on("clickNode", ({ node }) => onSelect(node));
    this.sigma.on("clickStage", () => onSelect(null));
  }

  private settings(): Partial<Settings> {
    return {
      labelFont: getComputedStyle(this.box).fontFamily,
      labelSize: 13,
      labelColor: { color: this.colours.text },
      labelRenderedSizeThreshold: 6,
      minCameraRatio: 0.02,
      maxCameraRatio: 4,
      zIndex: true,
      // The cheapest programs: with software WebGL, every vertex and pixel counts.
      nodeProgramClasses: { circle: NodePointProgram },
      edgeProgramClasses: { line: EdgeLineProgram },
      allowInvalidContainer: true,
      defaultDrawNodeHover: (context, { x, y, size, label }, { labelSize, labelFont }) =>
        this.drawHover(context, { x, y, size, label: label ?? "", labelSize, labelFont }),
      nodeReducer: (node, { kind, ...attributes }) => {
        const isFar = this.selected !== null && !this.near.has(node);
        return {
          ...attributes,
          forceLabel: this.graph.order <= NAMED_MAX && !isFar,
          color: (isFar ? undefined : this.colours.kinds[Number(kind)]) ?? this.colours.line,
          ...(isFar ? { label: "", zIndex: 0 } : { zIndex: 1 }),
          ...(node === this.selected ? { highlighted: true, forceLabel: true } : {}),
        };
      },
      edgeReducer: (edge, attributes) => {
        const isNear = this.selected !== null && this.graph.hasExtremity(edge, this.selected);
        if (isNear) return { ...attributes, color: this.colours.accent, zIndex: 1 };
        return {
          ...attributes,
          color: this.colours.line,
          hidden: this.selected !== null && this.graph.size > LARGE,
        };
      },
    };
  }

  private drawHover(
    context: CanvasRenderingContext2D,
    at: { x: number; y: number; size: number; label: string; labelSize: number; labelFont: string },
  ): void {
    context.font = `${at.labelSize}px ${at.labelFont}`;
    const width = context.measureText(at.label).width;
    const [left, height] = [at.x + at.size + 2, at.labelSize + 8];
    context.fillStyle = this.colours.surface;
    context.strokeStyle = this.colours.accent;
    context.beginPath();
    context.roundRect(left, at.y - height / 2, width + 10, height, 4);
    context.fill();
    context.stroke();
    context.fillStyle = this.colours.text;
    context.fillText(at.label, left + 5, at.y + at.labelSize / 3);
  }

  /** Existing nodes keep their position; new ones appear next to their neighbours. */
  show(data: GraphData): void {
    this.stopLayout();
    this.kinds = kindsOf(data);
    for (const node of this.graph.nodes()) if (!data.nodes.has(node)) this.graph.dropNode(node);
    this.graph.clearEdges();
    const known = new Set<string>(this.graph.nodes());
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
      const kind = colourOf(this.kinds, type);
      const attributes = { label: isSelf ? t("You") : label, size, kind };
      if (known.has(id)) this.graph.mergeNodeAttributes(id, attributes);
      else this.graph.addNode(id, { ...attributes, ...this.placeBeside(beside.get(id), known, at++) });
    }
    for (const { source, target } of edges) {
      if (target !== null && source !== target) this.graph.mergeEdge(source, target, { size: 1 });
    }
    const isLarge = this.graph.order > LARGE;
    this.sigma.setSetting("hideEdgesOnMove", isLarge);
    this.sigma.setSetting("hideLabelsOnMove", isLarge);
    this.select(this.selected !== null && this.graph.hasNode(this.selected) ? this.selected : null);
    this.stopLayout = layOut(this.graph, () => undefined);
  }

  /** On a spiral if no neighbour is placed yet: even, and deterministic. */
  private placeBeside(other: string | undefined, known: Set<string>, at: number): { x: number; y: number } {
    const angle = at * 2.4;
    if (other !== undefined && known.has(other)) {
      const { x, y } = this.graph.getNodeAttributes(other);
      return { x: Number(x) + Math.cos(angle), y: Number(y) + Math.sin(angle) };
    }
    const radius = 10 * Math.sqrt(at);
    return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
  }

  select(id: string | null): void {
    this.selected = id !== null && this.graph.hasNode(id) ? id : null;
    this.near = new Set(
      this.selected === null ? [] : [this.selected, ...this.graph.neighbors(this.selected)],
    );
    this.sigma.refresh();
  }

  flyTo(id: string): void {
    const position = this.sigma.getNodeDisplayData(id);
    if (!position) return;
    const camera = this.sigma.getCamera();
    void camera.animate(
      { x: position.x, y: position.y, ratio: Math.min(camera.ratio, 0.4) },
      { duration: motionMs() },
    );
  }

  zoom(factor: number): void {
    const camera = this.sigma.getCamera();
    void camera.animate({ ratio: camera.getBoundedRatio(camera.ratio * factor) }, { duration: motionMs() });
  }

  whole(): void {
    void this.sigma.getCamera().animate({ x: 0.5, y: 0.5, ratio: 1, angle: 0 }, { duration: motionMs() });
  }

  recolour(): void {
    this.colours = coloursOf(this.box);
    this.sigma.setSetting("labelColor", { color: this.colours.text });
    this.sigma.refresh();
  }

  end(): void {
    this.stopLayout();
    this.sigma.kill();
  }
}
