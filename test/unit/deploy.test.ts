import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { COMMANDS } from "../../src/cli/commands.ts";
import { ConfigSchema } from "../../src/composition/config.ts";
import { LIMITS } from "../../src/services/limits.ts";

/** What deploys Engram, compared with what Engram is. No container engine is needed. */
const ROOT = join(import.meta.dirname, "../..");
const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");
const SETTINGS = new Set(Object.keys(ConfigSchema.shape));
const PACKAGE = JSON.parse(read("package.json")) as {
  version: string;
  scripts: { start: string; engram: string };
  devDependencies: Record<string, string>;
};

interface ComposeService {
  image: string;
  build?: string;
  command?: string[];
  profiles?: string[];
  environment?: Record<string, string>;
  depends_on?: Record<string, { condition: string }>;
  ports?: string[];
  volumes?: string[];
  tmpfs?: string[];
  read_only?: boolean;
  stop_grace_period?: string;
  healthcheck?: { test: string[]; interval: string; timeout: string; retries: number };
  restart?: string;
  logging?: object;
}

const COMPOSE_TEXT = read("docker-compose.yml");
const COMPOSE = parse(COMPOSE_TEXT, { merge: true }) as {
  services: Record<string, ComposeService>;
  volumes: Record<string, null>;
};
const SERVICES = Object.entries(COMPOSE.services);

/** `image:tag` with a whole version: no `latest`, no bare major; by digest, where we know it. */
const PINNED = /^[\w./-]+:(?=[^:]*\d+\.\d+\.\d+)[\w.-]+(?:@sha256:[0-9a-f]{64})?$/;
const WITHOUT_DIGEST = ["engram", "ghcr.io/ggml-org/llama.cpp", "grafana/grafana"];

describe.each(SERVICES)("compose service %s", (name, service) => {
  test("its image has a whole version", () => {
    expect(service.image).toMatch(PINNED);
    const hasDigest = service.image.includes("@sha256:");
    expect(hasDigest).toBe(!WITHOUT_DIGEST.includes(service.image.split(":")[0] ?? ""));
  });

  test("it is published on 127.0.0.1 only", () => {
    for (const port of service.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:(?:\d+|\$\{\w+:-\d+\}):\d+$/);
    expect(service).not.toHaveProperty("network_mode");
    expect(service).not.toHaveProperty("privileged");
  });

  test("what it depends on is there, whenever it is, and says when it is well", () => {
    for (const [other, { condition }] of Object.entries(service.depends_on ?? {})) {
      const needed = COMPOSE.services[other];
      expect(condition).toBe("service_healthy");
      expect(needed?.healthcheck).toBeDefined();
      expect(service.profiles ?? needed?.profiles ?? []).toEqual(
        expect.arrayContaining(needed?.profiles ?? []),
      );
    }
  });

  test("it has a health check with bounds, a restart policy and bounded logs", () => {
    const own = service.build !== undefined;
    if (!own) {
      const seconds = expect.stringMatching(/^\d+s$/) as string;
      expect(service.healthcheck).toMatchObject({ interval: seconds, timeout: seconds });
      expect(service.healthcheck?.test[0]).toMatch(/^CMD(?:-SHELL)?$/);
    }
    expect(service.restart).toMatch(/^(?:unless-stopped|always)$/);
    expect(service.logging).toEqual({ driver: "json-file", options: { "max-size": "10m", "max-file": "3" } });
  });

  test("its volumes are declared, its files exist", () => {
    for (const volume of service.volumes ?? []) {
      const [source = ""] = volume.split(/:(?=\/)/);
      if (source.startsWith("./")) {
        expect(existsSync(join(ROOT, source)), source).toBe(true);
        expect(volume).toMatch(/:ro$/);
      } else if (!source.startsWith("$")) {
        expect(Object.keys(COMPOSE.volumes)).toContain(source);
      }
    }
  });

  test("every variable it gives to Engram is a setting of Engram", () => {
    if (service.build === undefined) return expect(service.image).not.toMatch(/^engram:/);
    const given = Object.keys(service.environment ?? {});
    expect(given.filter((variable) => !SETTINGS.has(variable))).toEqual([]);
    expect(service.image).toBe(`engram:${PACKAGE.version}`);
    expect(Object.keys(COMMANDS)).toContain(service.command?.[0] ?? "serve");
  });

  test("no port of the machine is taken twice", () => {
    const taken = SERVICES.filter(([other]) => other !== name).flatMap(([, { ports }]) => ports ?? []);
    const host = (port: string): string => port.replace(/:\d+$/, "");
    expect(taken.map(host)).not.toEqual(expect.arrayContaining((service.ports ?? ["none"]).map(host)));
  });
});

describe("the compose file", () => {
  test("Engram's settings are valid, and the addresses name services and their ports", () => {
    for (const name of ["engram", "worker"]) {
      const environment = COMPOSE.services[name]?.environment ?? {};
      const filled = Object.fromEntries(
        Object.entries(environment).map(([key, value]) => [key, interpolated(value)]),
      );
      const config = ConfigSchema.parse(filled);
      expect(config).toMatchObject({ STORE: "neo4j", QUEUE: "bullmq", APP_HOST: "0.0.0.0" });
      expect(config.ROLE).toBe(name === "worker" ? "worker" : "all");
      for (const address of [config.NEO4J_URI, config.REDIS_URL ?? ""]) {
        const { hostname, port } = new URL(address.replace(/^\w+:/, "http:"));
        expect(COMPOSE.services[hostname]?.ports).toContain(`127.0.0.1:${port}:${port}`);
      }
    }
  });

  test("every declared volume is used", () => {
    const used = SERVICES.flatMap(([, { volumes }]) => volumes ?? []).map((volume) => volume.split(":")[0]);
    expect(Object.keys(COMPOSE.volumes).filter((name) => !used.includes(name))).toEqual([]);
  });

  test("without passwords nothing starts, and none is written down", () => {
    for (const name of ["NEO4J_PASSWORD", "REDIS_PASSWORD", "HASH_KEY"]) {
      const uses = [...COMPOSE_TEXT.matchAll(new RegExp(String.raw`\$\{${name}(:?.)`, "g"))];
      expect(uses.length).toBeGreaterThan(0);
      expect(uses.map((use) => use[1])).toEqual(uses.map(() => ":?"));
    }
  });

  test("the passwords are where they belong", () => {
    const { engram, neo4j, redis } = COMPOSE.services;
    expect(engram?.environment?.NEO4J_PASSWORD).toMatch(/^\$\{NEO4J_PASSWORD:\?/);
    expect(engram?.environment?.REDIS_URL).toMatch(/^redis:\/\/:\$\{REDIS_PASSWORD:\?[^}]*\}@redis:/);
    expect(neo4j?.environment?.NEO4J_AUTH).toMatch(/^neo4j\/\$\{NEO4J_PASSWORD:\?/);
    expect(redis?.environment?.REDISCLI_AUTH).toMatch(/^\$\{REDIS_PASSWORD:\?/);
    expect(redis?.command?.join(" ")).toContain('--requirepass "$$REDISCLI_AUTH"');
  });

  test("Redis evicts nothing, Neo4j reports nothing", () => {
    expect(COMPOSE.services.redis?.command?.join(" ")).toMatch(/--maxmemory-policy noeviction/);
    expect(COMPOSE.services.neo4j?.environment).toMatchObject({
      NEO4J_dbms_usage__report_enabled: "false",
      NEO4J_dbms_fleet__manager_enabled: "false",
      NEO4J_server_fleet__discovery_enabled: "false",
    });
  });

  test("Engram runs without rights, on a read-only root, and has time to end", () => {
    for (const name of ["engram", "worker"]) {
      expect(COMPOSE.services[name]).toMatchObject({
        read_only: true,
        cap_drop: ["ALL"],
        security_opt: ["no-new-privileges:true"],
        stop_grace_period: "20s",
      });
    }
  });

  test("docs/deploy/README.md tells every variable with its default, and every profile", () => {
    const page = read("docs/deploy/README.md");
    const used = [...COMPOSE_TEXT.matchAll(/\$\{([A-Z][A-Z0-9_]*)(?::-([^}]*)|:\?[^}]*)\}/g)];
    const told = [...page.matchAll(/^\| `([A-Z][A-Z0-9_]*)` \| (?:`([^`]*)`|none) \|/gm)];
    const pairs = (found: RegExpMatchArray[]): string[] =>
      [...new Set(found.map(([, name, value]) => `${name}=${value ?? ""}`))].sort();
    expect(pairs(told)).toEqual(pairs(used));
    const profiles = new Set(SERVICES.flatMap(([, service]) => service.profiles ?? []));
    for (const profile of profiles) expect(page).toContain(`| \`${profile}\` |`);
  });

  test("llama-server has the flags of its unit and of docs/setup.md", () => {
    const flags = (text: string): string[] => text.match(/(?<=\s|^)--?[a-z][\w-]*/g) ?? [];
    const unit = flags(
      /ExecStart=((?:.*\\\n)*.*)/.exec(read("docs/deploy/systemd/llama-server.service"))?.[1] ?? "",
    );
    expect(unit.length).toBeGreaterThan(15);
    expect(flags(COMPOSE.services.llama?.command?.join(" ") ?? "").sort()).toEqual(unit.sort());
    expect(flags(/```bash\n(llama-server[\s\S]*?)```/.exec(read("docs/setup.md"))?.[1] ?? "").sort()).toEqual(
      unit,
    );
  });
});

/** `${NAME:-default}` by its default, `${NAME:?...}` by a word. */
function interpolated(text: string): string {
  return text.replace(
    /\$\{\w+(?::-([^}]*)|:\?[^}]*)\}/g,
    (_, byDefault?: string) => byDefault ?? "a password of 32 characters or more",
  );
}

describe("the Dockerfile", () => {
  const text = read("Dockerfile");
  const lines = text
    .replace(/\\\n(?:\s*#.*\n)*/g, " ")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
  const all = (instruction: string): string[] =>
    lines
      .filter((line) => line.startsWith(`${instruction} `))
      .map((line) => line.slice(instruction.length + 1).trim());
  const stages = all("FROM").map((from) => from.split(/\s+AS\s+/i));

  test("every stage begins with a pinned image or an earlier stage", () => {
    expect(stages.length).toBeGreaterThan(1);
    for (const [index, [from = ""]] of stages.entries()) {
      const earlier = stages.slice(0, index).map(([, name]) => name);
      if (!earlier.includes(from)) expect(from).toMatch(PINNED);
    }
  });

  test("its Node is the one the tests run on", () => {
    expect(stages[0]?.[0]).toMatch(
      new RegExp(`^node:${PACKAGE.devDependencies.node}-bookworm-slim@sha256:[0-9a-f]{64}$`),
    );
  });

  test("what it copies exists and is not ignored; tests, secrets and data are", () => {
    const ignored = read(".dockerignore").split("\n");
    const sources = all("COPY").flatMap((copy) => {
      const words = copy.split(/\s+/);
      const stage = words[0]?.startsWith("--from=") === true ? words.shift()?.slice("--from=".length) : null;
      if (stage === null) return words.slice(0, -1);
      expect(stages.map(([, name]) => name)).toContain(stage);
      return [];
    });
    expect(sources).toEqual(expect.arrayContaining(["package.json", "src", "prompts", "cypher"]));
    for (const source of sources) {
      expect(existsSync(join(ROOT, source)), source).toBe(true);
      expect(ignored).toContain(`!${source}`);
    }
    expect(ignored).toContain("*");
    expect(ignored.filter((line) => /test|\.env|data|node_modules|\.git/.test(line))).toEqual([]);
  });

  test("everything the source reads from its root is copied", () => {
    const roots = new Set(readdirSync(ROOT));
    const wanted = new Set<string>();
    for (const file of readdirSync(join(ROOT, "src"), { recursive: true, encoding: "utf8" })) {
      if (!file.endsWith(".ts")) continue;
      const reads = read(join("src", file)).matchAll(
        /join\((?:ROOT|root|import\.meta\.dirname)[^)]*?"([\w.-]+)"\)/g,
      );
      for (const [, name = ""] of reads) if (roots.has(name)) wanted.add(name);
    }
    expect([...wanted]).toEqual(expect.arrayContaining(["package.json", "prompts"]));
    const copied = all("COPY").join(" ").split(/\s+/);
    expect([...wanted].filter((name) => !copied.includes(name))).toEqual([]);
  });

  test("it runs without root, says how it is, and ends by a signal Engram knows", () => {
    const user = all("USER").at(-1) ?? "";
    expect(user).toMatch(/^[1-9]\d*:[1-9]\d*$/);
    expect(lines.findLastIndex((line) => /^(?:RUN|COPY) /.test(line))).toBeLessThan(
      lines.indexOf(`USER ${user}`),
    );
    expect(all("STOPSIGNAL")).toEqual(["SIGTERM"]);
    expect(all("VOLUME")).toEqual(["/data"]);
    expect(JSON.parse(all("ENTRYPOINT")[0] ?? "")).toEqual(
      PACKAGE.scripts.start.split(" && env ")[1]?.split(" ").slice(0, -1),
    );
    expect(Object.keys(COMMANDS)).toContain((JSON.parse(all("CMD")[0] ?? "") as string[])[0]);
    expect(all("HEALTHCHECK")[0]).toMatch(/--timeout=\d+s.*\/livez/);
    for (const [, name = ""] of (all("ENV")[0] ?? "").matchAll(/(\w+)=/g))
      expect(name === "NODE_ENV" || SETTINGS.has(name), name).toBe(true);
  });

  test("it installs production packages by the lockfile and runs none of their scripts", () => {
    const install = all("RUN").find((run) => run.startsWith("npm "));
    for (const option of ["--no-save", "--omit=dev", "--ignore-scripts"]) expect(install).toContain(option);
  });
});

test.each(["start", "engram"] as const)(
  "npm run %s goes on with the Node that its first step installs",
  (name) => {
    const [own, machine] = [0, 1].map(() => mkdtempSync(join(tmpdir(), "engram-")));
    writeFileSync(`${machine}/node`, `#!/bin/sh\necho old; cp ${own}/new ${own}/node\n`, { mode: 0o755 });
    writeFileSync(`${own}/new`, "#!/bin/sh\necho new\n", { mode: 0o755 });
    const env = { PATH: `${own}:${machine}:/usr/bin:/bin` };
    expect(execFileSync("/bin/sh", ["-c", PACKAGE.scripts[name]], { env, encoding: "utf8" })).toBe(
      "old\nnew\n",
    );
    for (const folder of [own, machine]) rmSync(folder ?? "", { recursive: true });
  },
);

test("packages are installed whatever the user's npm leaves out, and a failure has a reason", () => {
  const root = mkdtempSync(join(tmpdir(), "engram-"));
  const install = join(root, "src/install.js");
  cpSync(join(ROOT, "src/install.js"), install);
  writeFileSync(join(root, "package-lock.json"), "{}");
  writeFileSync(join(root, "npm"), '#!/bin/sh\necho "$@" >&2; kill -9 $$\n', { mode: 0o755 });
  const run = (PATH: string) =>
    spawnSync(process.execPath, [install], { env: { PATH }, encoding: "utf8" }).stderr;
  expect(run(root)).toMatch(
    /install .*--include=optional .*--no-engine-strict[^]*npm install failed \(SIGKILL\)/,
  );
  expect(run("/nowhere")).toContain("npm install failed (spawnSync npm ENOENT)");
  rmSync(root, { recursive: true });
});

test("a checkout on Windows has the line ends that scripts and prompts are read with", () => {
  expect(read(".gitattributes")).toMatch(/^\* text=auto eol=lf$/m);
});

describe("monitoring", () => {
  const metrics = new Set(read("src/observability/metrics.ts").match(/engram_\w+/g));
  /** Metrics of an expression, without what a histogram adds to its name. */
  const used = (text: string): string[] =>
    (text.match(/engram_\w+/g) ?? []).map((name) => name.replace(/_(?:bucket|sum|count)$/, ""));

  interface Panel {
    id: number;
    title: string;
    datasource: { uid: string };
    gridPos: { x: number; y: number; w: number; h: number };
    targets: { expr: string; datasource: { uid: string } }[];
  }
  const dashboard = JSON.parse(read("docs/deploy/grafana/dashboards/engram.json")) as {
    uid: string;
    panels: Panel[];
    templating: { list: { name: string; type: string; query: string; current: { value: string } }[] };
  };

  test("every metric of the dashboard and of the alarms exists, and all are looked at", () => {
    const expressions = dashboard.panels.flatMap((panel) => panel.targets.map((target) => target.expr));
    const alerts = parse(read("docs/deploy/prometheus/alerts.yml")) as {
      groups: { rules: { alert: string; expr: string }[] }[];
    };
    const rules = alerts.groups.flatMap((group) => group.rules);
    const seen = new Set([...expressions, ...rules.map((rule) => rule.expr)].flatMap(used));
    expect([...seen].filter((name) => !metrics.has(name))).toEqual([]);
    expect([...metrics].filter((name) => !seen.has(name))).toEqual([]);
    for (const { alert } of rules) expect(read("docs/operations.md")).toContain(`\`${alert}\``);
  });

  test("panels ask the provisioned source, in another Grafana any Prometheus, have ids of their own and do not overlap", () => {
    const sources = parse(read("docs/deploy/grafana/provisioning/datasources/prometheus.yml")) as {
      datasources: { uid: string; url: string }[];
    };
    const [source] = sources.datasources;
    expect(source?.url).toBe("http://prometheus:9090");
    const asked = dashboard.panels.flatMap((panel) => [
      panel.datasource.uid,
      ...panel.targets.map((t) => t.datasource.uid),
    ]);
    const [choice] = dashboard.templating.list;
    expect(choice).toMatchObject({
      type: "datasource",
      query: "prometheus",
      current: { value: source?.uid },
    });
    expect(new Set(asked)).toEqual(new Set([`\${${choice?.name}}`]));
    expect(new Set(dashboard.panels.map((panel) => panel.id)).size).toBe(dashboard.panels.length);
    const cells = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, i) => `${x + (i % w)},${y + Math.floor(i / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
  });

  test("the dashboard is where Grafana looks for it", () => {
    const { providers } = parse(read("docs/deploy/grafana/provisioning/dashboards/engram.yml")) as {
      providers: { options: { path: string } }[];
    };
    const folder = providers[0]?.options.path ?? "";
    expect(COMPOSE.services.grafana?.volumes).toContain(`./docs/deploy/grafana/dashboards:${folder}:ro`);
    expect(COMPOSE.services.grafana?.environment?.GF_DASHBOARDS_DEFAULT_HOME_DASHBOARD_PATH).toBe(
      `${folder}/engram.json`,
    );
  });

  test("Prometheus asks services of the stack at the ports they serve", () => {
    const { scrape_configs: jobs } = parse(read("docs/deploy/prometheus/prometheus.yml")) as {
      scrape_configs: { dns_sd_configs: { names: string[]; port: number }[] }[];
    };
    const asked = jobs.flatMap((job) => job.dns_sd_configs.map(({ names, port }) => `${names[0]}:${port}`));
    expect(asked.sort()).toEqual(["engram:3000", "llama:8081", "worker:3001"]);
    const { APP_PORT, WORKER_PORT } = COMPOSE.services.engram?.environment ?? {};
    expect([APP_PORT, WORKER_PORT]).toEqual(["3000", "3001"]);
    expect(COMPOSE.services.llama?.ports).toContain("127.0.0.1:8081:8081");
  });
});

describe("systemd units", () => {
  const folder = "docs/deploy/systemd";
  const units = readdirSync(join(ROOT, folder));

  test.each(units.filter((unit) => unit.startsWith("engram")))("%s runs a command that exists", (unit) => {
    const text = read(join(folder, unit));
    const [, script = "", command = ""] =
      /^ExecStart=\/opt\/engram\/node_modules\/\.bin\/node --max-semi-space-size=16 (\S+) (\S+)$/m.exec(
        text,
      ) ?? [];
    expect(existsSync(join(ROOT, script))).toBe(true);
    expect(Object.keys(COMMANDS)).toContain(command);
    for (const [, name = ""] of text.matchAll(/^Environment=(\w+)=/gm))
      expect(SETTINGS.has(name), name).toBe(true);
  });

  test.each(units)("%s may do little", (unit) => {
    const text = read(join(folder, unit));
    for (const line of [
      "NoNewPrivileges=true",
      "ProtectSystem=strict",
      "ProtectHome=true",
      "CapabilityBoundingSet=",
    ])
      expect(text.split("\n")).toContain(line);
    expect(text).toMatch(/^User=(?!root)\w+$/m);
    expect(text).toMatch(/^Restart=(?:on-failure|always)$/m);
    expect(text).toMatch(/^\[Install\]\nWantedBy=multi-user\.target$/m);
  });
});

describe("the proxy examples", () => {
  test("they keep the Host, let words through at once, and do not ask twice", () => {
    const nginx = read("docs/deploy/proxy/nginx.conf");
    for (const line of [
      "proxy_set_header Host $host;",
      "proxy_set_header Upgrade $http_upgrade;",
      "proxy_buffering off;",
      "proxy_next_upstream off;",
    ])
      expect(nginx).toContain(line);
    expect(read("docs/deploy/proxy/Caddyfile")).toMatch(/reverse_proxy [\s\S]*flush_interval -1/);
  });

  test.each(["nginx.conf", "nginx-below-a-path.conf"])("%s lets pass what Engram takes", (file) => {
    const gib = LIMITS.transferBytesMax / 1024 ** 3;
    expect(read(`docs/deploy/proxy/${file}`)).toContain(`client_max_body_size ${gib}g;`);
  });
});
