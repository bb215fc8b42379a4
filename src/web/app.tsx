import { Loading } from "./ui/parts.tsx";
import type { ComponentChildren, ComponentType } from "preact";
import { Suspense } from "preact/compat";
import { useEffect } from "preact/hooks";
import { api, isGated, signedIn } from "./api/client.ts";
import { countReviews, health, waitingReviews, watchHealth, type Health } from "./api/health.ts";
import { connect, isBlocked, line } from "./api/live.ts";
import { ChatPage } from "./pages/chat/page.tsx";
import { hrefTo, route, openTitle } from "./router.ts";
import { SignIn } from "./sign-in.tsx";
import { Choice, Button } from "./ui/controls.tsx";
import { useMemoryFrames } from "./ui/query.ts";
import { zone } from "./ui/format.ts";
import { Icon, type IconName } from "./ui/icons.tsx";
import { useKeptScroll } from "./ui/kept-scroll.ts";
import { lazyPage, preloadPages } from "./ui/lazy-page.tsx";
import { troubleOfModel } from "./ui/model-words.tsx";
import { Palette, paletteOpen } from "./ui/palette.tsx";
import { THEMES, theme } from "./ui/theme.ts";
import { Toasts } from "./ui/toasts.tsx";
import { t } from "./language/text.ts";
import icon from "./icon.svg";

/** The chat is in the first load, every other page is loaded when opened. */
const SECTIONS: { name: IconName; title: string; page: ComponentType }[] = [
  { name: "chat", title: t("Chat"), page: ChatPage },
  { name: "memory", title: t("Memory"), page: lazyPage(() => import("./pages/memory/page.tsx")) },
  { name: "review", title: t("Review"), page: lazyPage(() => import("./pages/review/page.tsx")) },
  {
    name: "maintenance",
    title: t("Maintenance"),
    page: lazyPage(() => import("./pages/maintenance/page.tsx")),
  },
  { name: "insight", title: t("Insight"), page: lazyPage(() => import("./pages/insight/page.tsx")) },
  { name: "settings", title: t("Settings"), page: lazyPage(() => import("./pages/settings/page.tsx")) },
];

/** What may leave or answer a question to the user. */
const REVIEWED = new Set([
  "memory.verified",
  "memory.forgotten",
  "memory.put_away",
  "maintenance.run",
  "page.stale",
]);

export function App() {
  return (
    <>
      {signedIn.value ? <Shell /> : <SignIn />}
      <Toasts />
    </>
  );
}

function Shell() {
  useEffect(() => {
    connect();
    preloadPages();
    api("GET /settings").then(
      ({ timeZone }) => (zone.value = timeZone),
      () => undefined,
    );
    return watchHealth();
  }, []);
  useMemoryFrames(({ type }) => {
    if (REVIEWED.has(type)) void countReviews();
  });
  const name = route.value.parts[0] ?? "chat";
  const section = SECTIONS.find((one) => one.name === name) ?? SECTIONS[0];
  const title = openTitle.value ?? (name === "chat" ? null : section?.title);
  useEffect(() => {
    document.title = title == null ? "Engram" : `${title} - Engram`;
  }, [title]);
  const scroll = useKeptScroll<HTMLElement>("page", [route.value]);
  if (!section) return null;
  return (
    <div class="shell">
      <Button class="skip" onClick={() => document.querySelector("main")?.focus()}>
        {t("Skip to content")}
      </Button>
      <Rail current={section.name} />
      <main
        {...scroll}
        class={section.name === "chat" ? "chat-main" : "page"}
        key={section.name}
        tabIndex={-1}
      >
        <Banner />
        <Suspense fallback={<Loading />}>
          <section.page />
        </Suspense>
      </main>
      <Palette />
    </div>
  );
}

function Rail({ current }: { current: string }) {
  return (
    <nav class="rail" aria-label={t("Pages")}>
      <div class="brand">
        <img src={icon} width="28" height="28" alt="" />
        Engram
      </div>
      {SECTIONS.map(({ name, title }) => (
        <a
          key={name}
          class="place"
          href={name === "chat" ? hrefTo() : hrefTo(name)}
          aria-current={name === current ? "page" : undefined}
        >
          <Icon name={name} />
          <span>{title}</span>
          {name === "review" && waitingReviews.value !== "" && (
            <span
              class="badge staged count"
              aria-label={t("{count} waiting", { count: waitingReviews.value })}
            >
              {waitingReviews.value}
            </span>
          )}
        </a>
      ))}
      <div class="foot">
        <Button small onClick={() => (paletteOpen.value = true)}>
          <Icon name="search" size={16} /> {t("Go to")} <span class="muted">{t("Ctrl K")}</span>
        </Button>
        <label class="row small">
          <Icon name="theme" size={16} />
          <Choice
            class="input grow"
            aria-label={t("Theme")}
            value={theme.value}
            options={THEMES}
            set={(name) => (theme.value = name)}
          />
        </label>
      </div>
    </nav>
  );
}

interface Trouble {
  look: string;
  says: string;
  act?: ComponentChildren;
}

/** Problems of the service, and their consequences for the user. */
function Banner() {
  const trouble = troubleNow();
  if (trouble === null) return null;
  return (
    <div class={`banner ${trouble.look}`} role="status">
      <span class="grow">{trouble.says}</span>
      {trouble.act}
    </div>
  );
}

function troubleNow(): Trouble | null {
  const now = health.value;
  if (isGated.value)
    return {
      look: "down",
      says: t("The proxy in front of Engram wants you to sign in again."),
      act: (
        <Button small onClick={() => location.reload()}>
          {t("Load the page again")}
        </Button>
      ),
    };
  if (now?.status === "unreachable")
    return {
      look: "down",
      says: t("Can't reach Engram. Your draft is safe, and this page reconnects by itself."),
    };
  if (line.value === "waiting")
    return {
      look: "",
      says: isBlocked.value
        ? t("No reply gets here: the proxy in front of Engram does not pass on WebSockets.")
        : t("Connection lost. Reconnecting ... The reply will continue."),
    };
  return now === null || now.status === "ok" ? null : troubleOf(now);
}

/** In words, with the page that explains what to do. */
function troubleOf({ status, store, model, failed }: Health): Trouble {
  const told = (says: string, ...place: string[]): Trouble => ({
    look: status,
    says,
    act: <a href={hrefTo("settings", ...place)}>{t("What to do")}</a>,
  });
  if (status === "down" || store?.state === "down")
    return told(t("The database does not answer: I can't remember or look up anything now."));
  const ofModel = model ? troubleOfModel(model) : null;
  if (ofModel !== null) return told(ofModel, "models");
  return told(failed?.note ?? t("Something needs attention."));
}
