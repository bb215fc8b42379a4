import { copyText } from "../../../ui/clipboard.ts";
import { Button } from "../../../ui/controls.tsx";
import { Card } from "../../../ui/parts.tsx";
import { t } from "../../../language/text.ts";

const SERVING =
  "--no-kv-unified -b 512 -ub 512 --threads-http 16 --sse-ping-interval 10 --metrics --cors-origins localhost";

const COMMANDS = [
  {
    title: t("gpt-oss-120b, with llama.cpp's llama-server"),
    needs: t("For a machine with 128 GB of memory that its graphics chip shares. Download the file first."),
    command: `llama-server -m gpt-oss-120b-mxfp4-00001-of-00003.gguf -a gpt-oss-120b --host 127.0.0.1 --port 8081 --offline --no-ui -ngl 999 -fa on --load-mode none -c 98304 -np 3 ${SERVING}`,
  },
  {
    title: t("gpt-oss-20b, with llama-server"),
    needs: t("Needs about 16 GB of memory. The first start downloads 12 GB."),
    command: `llama-server -hf ggml-org/gpt-oss-20b-GGUF -a gpt-oss-20b --host 127.0.0.1 --port 8081 --no-ui -ngl 999 -fa on -c 49152 -np 3 ${SERVING}`,
  },
  {
    title: t("A small one, with llama-server"),
    needs: t(
      "Needs about 4 GB of memory and no graphics chip. The first start downloads 2 GB. It chats; expect its exam to trust it less.",
    ),
    command: `llama-server -hf Qwen/Qwen2.5-3B-Instruct-GGUF:Q4_K_M -a qwen2.5-3b-instruct --host 127.0.0.1 --port 8081 --no-ui -fa on -c 24576 -np 3 ${SERVING}`,
  },
  {
    title: t("With Ollama: fetch a model"),
    needs: t("Or gpt-oss:120b, or qwen2.5:3b for a small machine."),
    command: "ollama pull gpt-oss:20b",
  },
  {
    title: t("With Ollama: serve it"),
    needs: t(
      "Instead of the Ollama that runs already: its own default context is too short for a long conversation.",
    ),
    command: "OLLAMA_CONTEXT_LENGTH=16384 ollama serve",
  },
];

/** How to start a model server if there is none. */
export function Commands() {
  return (
    <Card title={t("Start a model server")}>
      <p>
        {t(
          'Run one of these on the machine of Engram. This page finds the server by itself within a minute; "Look again" finds it at once.',
        )}
      </p>
      {COMMANDS.map(({ title, needs, command }) => (
        <div key={title} class="stack tight">
          <div class="row">
            <h3 class="grow">{title}</h3>
            <Button small onClick={() => copyText(command)}>
              {t("Copy")}
              <span class="visually-hidden"> {t("the command: {title}", { title })}</span>
            </Button>
          </div>
          <p class="muted small">{needs}</p>
          <pre class="command">
            <code>{command}</code>
          </pre>
        </div>
      ))}
    </Card>
  );
}
