/** One Neo4j of the tests' own: a container where an engine answers, jars from Maven where a JDK is. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { homedir } from "node:os";
import { join } from "node:path";

/** The long-term release; runs on Java 17. */
export const LTS = "5.26.30";
export const VERSION = process.env.NEO4J_TEST_VERSION ?? LTS;
const JAVA_MIN = VERSION.startsWith("5.") ? 17 : 21;
export const USER = "neo4j";
export const PASSWORD = "engram-test";
const START_MS_MAX = 180_000;
const PAUSE_MS = 100;
/**
 * Tests ask many things once, and empty the database: optimised machine code and plans that follow the counts cost more
 * than they save. Benches measure a server as it is delivered.
 */
const IN_TEST = process.env.VITEST !== undefined;
/** A bench has what docker-compose.yml gives it. */
const MEMORY = IN_TEST ? { heap: "512m", pageCache: "256m" } : { heap: "1g", pageCache: "1g" };
/** With little machine code Java keeps room for little, which the planner fills; two cores have none for a collector. */
const OPTIONS_IN_TEST = "-XX:TieredStopAtLevel=1 -XX:ReservedCodeCacheSize=256m -XX:+UseSerialGC";
const CACHE = join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "engram-test", "neo4j");
const JARS = join(CACHE, VERSION, "lib");

/** Why none can be started here. */
export function ownNeo4jMissing(): string | null {
  if (hasEngine()) return null;
  if (findJava() === null) return `no NEO4J_TEST_URI, no container engine, no Java ${JAVA_MIN}`;
  if (!hasJars() && !answers("mvn", ["--version"])) return "no Maven to fetch Neo4j with";
  return null;
}

/** The server at this port, as far as one can be started here. */
export function localServer(port: number): LocalServer {
  return hasEngine() ? container(port) : jars(port);
}

export interface LocalServer {
  /** Resolves when it answers; does nothing when it does already. */
  start(): Promise<void>;
  kill(): Promise<void>;
  freeze(): Promise<void>;
  thaw(): Promise<void>;
}

function container(port: number): LocalServer {
  const name = `engram-test-neo4j-${VERSION}-${port}`;
  const docker = (...args: string[]): void => void execFileSync("docker", args, { stdio: "ignore" });
  const create = [
    `run --detach --name ${name} --publish 127.0.0.1:${port}:7687`,
    `--env NEO4J_AUTH=${USER}/${PASSWORD} --env NEO4J_server_memory_heap_max__size=${MEMORY.heap}`,
    `--env NEO4J_server_memory_pagecache_size=${MEMORY.pageCache}`,
    `neo4j:${VERSION}-community`,
  ].flatMap((part) => part.split(" "));
  return {
    async start() {
      if (await speaksBolt(port)) return;
      if (answers("docker", ["container", "inspect", name])) docker("start", name);
      else docker(...create);
      await untilBolt(port);
    },
    kill: async () => docker("kill", name),
    freeze: async () => docker("pause", name),
    thaw: async () => docker("unpause", name),
  };
}

function jars(port: number): LocalServer {
  const home = join(CACHE, `home-${VERSION}-${port}`);
  const pidFile = join(home, "neo4j.pid");
  const pidOf = (): number | null => {
    const pid = existsSync(pidFile) ? Number(readFileSync(pidFile, "utf8")) : 0;
    return pid > 0 && isServer(pid, home) ? pid : null;
  };
  const signal = (name: NodeJS.Signals): void => {
    const pid = pidOf();
    if (pid !== null) process.kill(pid, name);
  };
  return {
    async start() {
      if (await speaksBolt(port)) return;
      fetchJars();
      const java = findJava();
      if (java === null) throw new Error(`Neo4j ${VERSION} needs Java ${JAVA_MIN}`);
      configure(home, port);
      setPassword(java, home);
      const server = spawn(
        java,
        [...serverArguments(java), `--home-dir=${home}`, `--config-dir=${home}/conf`],
        {
          detached: true,
          stdio: "ignore",
        },
      );
      server.unref();
      writeFileSync(pidFile, String(server.pid));
      await untilBolt(port, server);
    },
    async kill() {
      const pid = pidOf();
      if (pid === null) return;
      process.kill(pid, "SIGKILL");
      while (isServer(pid, home)) await pause();
    },
    freeze: async () => signal("SIGSTOP"),
    thaw: async () => signal("SIGCONT"),
  };
}

/** A stale file may name a process of somebody else. */
function isServer(pid: number, home: string): boolean {
  const shown = spawnSync("ps", ["-p", String(pid), "-o", "args="], { encoding: "utf8" }).stdout;
  return shown.includes(`--home-dir=${home}`);
}

function configure(home: string, port: number): void {
  mkdirSync(join(home, "conf"), { recursive: true });
  mkdirSync(join(home, "logs"), { recursive: true });
  const quiet = ["dbms.usage_report.enabled=false"];
  // Calendar versions look for others on the network and offer a console in the cloud.
  if (!VERSION.startsWith("5.")) {
    quiet.push("server.config.strict_validation.enabled=false", "dbms.fleet_manager.enabled=false");
    quiet.push("server.fleet_discovery.enabled=false");
  }
  const lines = [
    "server.bolt.enabled=true",
    `server.bolt.listen_address=127.0.0.1:${port}`,
    "server.http.enabled=false",
    "server.https.enabled=false",
    `server.memory.pagecache.size=${MEMORY.pageCache}`,
    "db.tx_log.rotation.size=64M",
    ...(IN_TEST ? ["dbms.cypher.min_replan_interval=1h"] : []),
    ...quiet,
  ];
  writeFileSync(join(home, "conf", "neo4j.conf"), `${lines.join("\n")}\n`);
}

/** A home that exists has its password. */
function setPassword(java: string, home: string): void {
  if (existsSync(join(home, "data", "databases", "system"))) return;
  rmSync(join(home, "data", "dbms", "auth.ini"), { force: true });
  const args = ["-cp", `${JARS}/*`, "org.neo4j.cli.AdminTool", "dbms", "set-initial-password", PASSWORD];
  execFileSync(java, args, {
    env: { ...process.env, NEO4J_HOME: home, NEO4J_CONF: join(home, "conf") },
    stdio: "ignore",
  });
}

function serverArguments(java: string): string[] {
  const opened = ["java.base/java.nio", "java.base/java.io", "java.base/sun.nio.ch"];
  const entry = VERSION.startsWith("5.") ? "CommunityEntryPoint" : "Neo4jCommunity";
  const options = [
    IN_TEST ? "-XX:TieredStopAtLevel=1" : "",
    `-Xms${MEMORY.heap} -Xmx${MEMORY.heap} -XX:+ExitOnOutOfMemoryError -XX:+DisableExplicitGC`,
    IN_TEST ? OPTIONS_IN_TEST : "",
    "-Xms512m -Xmx512m -XX:+ExitOnOutOfMemoryError -XX:+DisableExplicitGC",
    "-Dio.netty.tryReflectionSetAccessible=true -Dlog4j2.disable.jmx=true -Dfile.encoding=UTF-8",
    opened.map((name) => `--add-opens=${name}=ALL-UNNAMED`).join(" "),
    "--enable-native-access=ALL-UNNAMED",
    // A trimmed Java lacks it: distances are then worked out more slowly.
    hasModule(java, "jdk.incubator.vector") ? "--add-modules=jdk.incubator.vector" : "",
    javaMajor(java) >= 24 ? "--sun-misc-unsafe-memory-access=allow" : "",
  ].flatMap((part) => part.split(" ").filter((word) => word !== ""));
  return [...options, "-cp", `${JARS}/*`, `org.neo4j.server.${entry}`];
}

function hasJars(): boolean {
  return existsSync(JARS) && readdirSync(JARS).includes(`neo4j-${VERSION}.jar`);
}

/** The server (Bolt) and the kernel with its entry point. A range of versions would take Maven ten minutes. */
function fetchJars(): void {
  if (hasJars()) return;
  const work = join(CACHE, `fetch-${VERSION}-${process.pid}`);
  mkdirSync(work, { recursive: true });
  const dependency = (group: string, artifact: string): string =>
    `<dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${VERSION}</version></dependency>`;
  writeFileSync(
    join(work, "pom.xml"),
    `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<groupId>engram</groupId><artifactId>neo4j-jars</artifactId><version>1</version><packaging>pom</packaging>
<dependencies>${dependency("org.neo4j.app", "neo4j-server")}${dependency("org.neo4j", "neo4j")}</dependencies></project>`,
  );
  const goal = ["dependency:copy-dependencies", "-DincludeScope=runtime", `-DoutputDirectory=${work}/lib`];
  execFileSync("mvn", ["-B", "-q", ...goal], { cwd: work, stdio: ["ignore", "ignore", "inherit"] });
  mkdirSync(join(JARS, ".."), { recursive: true });
  try {
    renameSync(join(work, "lib"), JARS);
  } catch (error) {
    // Another process was faster.
    if (!hasJars()) throw error;
  }
  rmSync(work, { recursive: true });
}

/** The oldest Java that is new enough is nearest to what this version was made for. */
function findJava(): string | null {
  const folder = "/usr/lib/jvm";
  const installed = existsSync(folder)
    ? readdirSync(folder).map((name) => join(folder, name, "bin", "java"))
    : [];
  const named = process.env.NEO4J_TEST_JAVA ?? "/nowhere";
  const found = [named, join(process.env.JAVA_HOME ?? "/nowhere", "bin", "java"), ...installed, "java"]
    .map((path) => ({ path, major: javaMajor(path) }))
    .filter(({ major }) => major >= JAVA_MIN)
    .sort((a, b) => a.major - b.major);
  return found[0]?.path ?? null;
}

function hasModule(java: string, name: string): boolean {
  return spawnSync(java, ["--list-modules"], { encoding: "utf8" }).stdout.includes(`${name}@`);
}

function javaMajor(java: string): number {
  const { stderr } = spawnSync(java, ["-version"], { encoding: "utf8" });
  return Number(/version "(\d+)/.exec(stderr ?? "")?.[1] ?? 0);
}

function hasEngine(): boolean {
  return answers("docker", ["info"]);
}

const answered = new Map<string, boolean>();

function answers(command: string, args: string[]): boolean {
  const key = [command, ...args].join(" ");
  const known = answered.get(key);
  if (known === true) return known;
  const { status } = spawnSync(command, args, { stdio: "ignore", timeout: 10_000 });
  answered.set(key, status === 0);
  return status === 0;
}

async function untilBolt(port: number, server?: ChildProcess): Promise<void> {
  const until = performance.now() + START_MS_MAX;
  while (!(await speaksBolt(port))) {
    if (server?.exitCode !== null && server !== undefined)
      throw new Error(`Neo4j ended (${server.exitCode})`);
    if (performance.now() > until) throw new Error(`Neo4j did not answer at port ${port}`);
    await pause();
  }
}

/** A Bolt handshake: the magic number and four versions; the server answers with the one it takes. */
export function speaksBolt(port: number): Promise<boolean> {
  const hello = Buffer.from("6060b0170000040500000404".padEnd(40, "0"), "hex");
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(hello));
    const end = (result: boolean): void => {
      socket.destroy();
      resolve(result);
    };
    socket.setTimeout(3_000, () => end(false));
    socket.once("data", (data) => end(data.readUInt32BE(0) !== 0));
    socket.once("error", () => end(false));
    socket.once("close", () => end(false));
  });
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
}
