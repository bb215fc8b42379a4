import { wordsOf } from "./format.ts";
import { laneSays } from "./lane.ts";
import { Head } from "./table-head.tsx";
import { t } from "../language/text.ts";

/** What a score is made of, each part as a bar and as a number. */
export function Score({ components }: { components: Record<string, number> }) {
  const parts = Object.entries(components).filter(([, value]) => value !== 0);
  return (
    <table class="plain small score">
      <Head hidden columns={[t("Part"), t("Bar"), t("Number")]} />
      <tbody>
        {parts.map(([name, value]) => (
          <tr key={name}>
            <th scope="row">{laneSays(name) ?? wordsOf(name).replace(".", ": ")}</th>
            <td>
              <div class="bar" aria-hidden="true">
                <div
                  class={value < 0 ? "less" : ""}
                  style={{ width: `${Math.min(100, Math.max(Math.abs(value) * 100, 1))}%` }}
                />
              </div>
            </td>
            <td class="number">{value.toFixed(3)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
