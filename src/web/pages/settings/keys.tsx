import { signal } from "@preact/signals";
import { copyText } from "../../ui/clipboard.ts";
import { Button, Check, Form } from "../../ui/controls.tsx";
import { t, rich } from "../../language/text.ts";
import { useState } from "preact/hooks";
import { ApiError, type Key } from "#client";
import { api, enter, leave, whileEntering } from "../../api/client.ts";
import { connect } from "../../api/live.ts";
import { Confirm, ConfirmButton } from "../../ui/dialog.tsx";
import { momentOf } from "../../ui/format.ts";
import { useAnswer, useQuery } from "../../ui/query.ts";
import { Empty, Show } from "../../ui/parts.tsx";
import { notify } from "../../ui/toast.ts";
import { Table } from "../../ui/table.tsx";

/** Shown until dismissed: it cannot be shown again. */
const newKey = signal<{ key: string } | null>(null);

function NewKey() {
  const made = newKey.value;
  if (made === null) return null;
  return (
    <section class="card stack new-key" role="status" aria-label={t("The new key")}>
      <h2>{t("Your new key")}</h2>
      <p>{t("Copy it now; it won't be shown again.")}</p>
      <input
        class="input key-text"
        readOnly
        aria-label={t("Key")}
        value={made.key}
        onFocus={(event) => event.currentTarget.select()}
      />
      <div class="row">
        <Button primary onClick={() => copyText(made.key)}>
          {t("Copy")}
        </Button>
        <Button onClick={() => (newKey.value = null)}>{t("Done")}</Button>
      </div>
    </section>
  );
}

type Right = Key["rights"][number];

const RIGHTS: Record<Right, string> = {
  read: t("look at memory"),
  write: t("chat and change memory"),
  admin: t("run jobs, import, manage keys"),
};
const NAMES: Right[] = ["read", "write", "admin"];

/** Null: keys exist, but the caller's key may not list them. */
async function ownKeys(signal: AbortSignal): Promise<{ items: Key[] | null }> {
  return api("GET /keys", { signal }).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === "forbidden") return { items: null };
    throw error;
  });
}

/** Who may use this memory from elsewhere: programs and browsers with a key. */
export function Keys() {
  const keys = useQuery(ownKeys, []);
  return (
    <>
      <NewKey />
      <Show of={keys}>
        {({ items }) => (
          <>
            {items === null ? (
              <Empty title={t("Your key may not manage keys")}>
                <p>{t('Sign in with a key that has the right "admin" to see and make keys.')}</p>
              </Empty>
            ) : (
              <>
                <MakeKey isFirst={items.length === 0} />
                <KeyTable keys={items} />
                {items.length > 0 && <Sessions />}
              </>
            )}
            {items?.length !== 0 && <SignOut />}
          </>
        )}
      </Show>
    </>
  );
}

function MakeKey({ isFirst }: { isFirst: boolean }) {
  const [rights, setRights] = useState<Right[]>(NAMES);
  const [isAsking, setAsking] = useState(false);
  const makeOne = async (): Promise<void> => {
    newKey.value = await api("POST /keys", { body: { rights } });
  };
  const make = (): Promise<void> => (isFirst ? whileEntering(makeFirst) : makeOne());
  return (
    <Form class="card stack" submit={() => (isFirst ? setAsking(true) : make())}>
      <h2>{t("New key")}</h2>
      <p class="muted">
        {t("A key lets a program or another browser use this memory as you.")}{" "}
        {isFirst && t("There is none yet, so anybody who can open this address can use it.")}
      </p>
      <fieldset class="stack">
        <legend class="small muted">{t("Permissions")}</legend>
        {NAMES.map((right) => (
          <Check
            key={right}
            isOn={rights.includes(right)}
            disabled={isFirst}
            set={(isOn) => setRights(NAMES.filter((one) => (one === right ? isOn : rights.includes(one))))}
          >
            {RIGHTS[right]} <span class="muted small">({right})</span>
          </Check>
        ))}
      </fieldset>
      <div class="row">
        <Button primary type="submit" disabled={rights.length === 0}>
          {t("Create a key")}
        </Button>
      </div>
      {isAsking && (
        <Confirm
          title={t("Protect this memory with a key?")}
          action={t("Create the first key")}
          onClose={() => setAsking(false)}
          onConfirm={make}
        >
          <p>
            {t(
              "From the first key on, every program and every browser needs one, on this machine too. Revoking it does not open the memory again. This browser stays signed in.",
            )}
          </p>
        </Confirm>
      )}
    </Form>
  );
}

/** The first key ends keyless access: the page signs in with it. */
async function makeFirst(): Promise<void> {
  const made = await api("POST /keys", { body: {} });
  newKey.value = made;
  await api("POST /session", { body: { key: made.key } });
  enter(made.key);
  // Requests from before the cookie arrived have been refused.
  await api("GET /conversations", { query: { limit: 1 } });
  connect();
}

const nameOf = (id: string) => <code>eng_{id}_...</code>;

function KeyTable({ keys }: { keys: Key[] }) {
  if (keys.length === 0) return null;
  return (
    <Table
      label={t("Keys")}
      rows={keys}
      keyOf={({ id }) => id}
      columns={[
        {
          title: t("Key"),
          cell: ({ id, isCurrent }) => (
            <>
              {nameOf(id)} {isCurrent && <span class="badge ok">{t("this browser")}</span>}
            </>
          ),
        },
        { title: t("Permissions"), cell: ({ rights }) => rights.join(", ") },
        { title: t("Created"), cell: ({ createdAt }) => momentOf(createdAt) },
        { title: t("Revoke"), isHidden: true, cell: (key) => <Revoke of={key} /> },
      ]}
    />
  );
}

function Revoke({ of: { id, isCurrent, revokedAt } }: { of: Key }) {
  if (revokedAt !== null)
    return <span class="muted small">{t("revoked {moment}", { moment: momentOf(revokedAt) })}</span>;
  const revoke = async (): Promise<void> => {
    await api("DELETE /keys/{id}", { path: { id } });
    notify(t("Key revoked"));
    if (isCurrent) location.reload();
  };
  return (
    <ConfirmButton
      small
      label={t("Revoke")}
      title={t("Revoke this key?")}
      action={t("Revoke it")}
      onConfirm={revoke}
    >
      <p>
        {rich("What uses {key} is cut off at once and needs another key.", { key: nameOf(id) })}
        {isCurrent && ` ${t("This browser uses it, and will be signed out.")}`}
      </p>
    </ConfirmButton>
  );
}

/** The browsers that are signed in, and a way to sign each of them out. */
function Sessions() {
  return (
    <Show of={useAnswer("GET /sessions")} empty={null}>
      {({ items }) => (
        <section class="stack" aria-label={t("Browsers")}>
          <Table
            label={t("Browsers that are signed in")}
            rows={items}
            keyOf={({ id }) => id}
            columns={[
              {
                title: t("Browser"),
                cell: ({ client, isCurrent }) => (
                  <>
                    <span class="small">{client || t("unnamed")}</span>{" "}
                    {isCurrent && <span class="badge ok">{t("this browser")}</span>}
                  </>
                ),
              },
              { title: t("Key"), cell: ({ keyId }) => nameOf(keyId) },
              { title: t("Signed in"), cell: ({ startedAt }) => momentOf(startedAt) },
              { title: t("Until"), cell: ({ endsAt }) => momentOf(endsAt) },
              {
                title: t("Sign out"),
                isHidden: true,
                cell: ({ id, isCurrent }) =>
                  !isCurrent && (
                    <Button
                      small
                      danger
                      onClick={() => api("DELETE /sessions/{id}", { path: { id } })}
                      done={t("That browser is signed out")}
                    >
                      {t("Sign it out")}
                    </Button>
                  ),
              },
            ]}
          />
          {items.some(({ isCurrent }) => !isCurrent) && (
            <div class="row">
              <Button onClick={() => api("DELETE /sessions")} done={t("Every other browser is signed out")}>
                {t("Sign out every other browser")}
              </Button>
            </div>
          )}
        </section>
      )}
    </Show>
  );
}

function SignOut() {
  const signOut = (): Promise<void> =>
    whileEntering(async () => {
      await api("DELETE /session");
      leave();
      // Nothing of this page asks for a key any more: the next one does.
      await new Promise(() => undefined);
    });
  return (
    <div class="row">
      <Button onClick={signOut}>{t("Sign out of this browser")}</Button>
    </div>
  );
}
