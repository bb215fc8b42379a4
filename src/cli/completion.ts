import { parseArguments, UsageError } from "./arguments.ts";
import type { Command } from "./commands.ts";

type Commands = Readonly<Record<string, Command>>;

/** Prints a script that completes commands and options in a shell; made from their synopses. */
export function completion(args: string[], commands: Commands): void {
  const [shell = ""] = parseArguments(args, 1, {}).positionals;
  const script = Object.hasOwn(SCRIPTS, shell) ? SCRIPTS[shell as keyof typeof SCRIPTS] : null;
  if (script === null) throw new UsageError();
  console.log(script(commands));
}

/** The options and fixed words in a command's synopsis: `model | use URL | reset` has `use` and `reset`. */
export function wordsOf({ synopsis }: Command): string[] {
  const [, ...words] = synopsis.split(/[\s|[\]]+/);
  return [...new Set(words.filter((word) => /^(?:--)?[a-z][a-z-]*$/.test(word)))];
}

const SCRIPTS = {
  bash: (commands: Commands) => `_engram() {
  local words
  if [ "$COMP_CWORD" -eq 1 ]; then words="${Object.keys(commands).join(" ")}"
  else case "\${COMP_WORDS[1]}" in
${casesOf(commands, (words) => `words="${words}"`)}
  esac; fi
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _engram engram`,
  zsh: (commands: Commands) => `#compdef engram
_engram() {
  if (( CURRENT == 2 )); then compadd -- ${Object.keys(commands).join(" ")}
  else
    case "\${words[2]}" in
${casesOf(commands, (words) => `compadd -- ${words}`)}
    esac
    _files
  fi
}
compdef _engram engram`,
  fish: (commands: Commands) =>
    Object.entries(commands)
      .flatMap(([name, command]) => [
        `complete -c engram -n __fish_use_subcommand -f -a ${name} -d '${command.summary.replace(/['\\]/g, "\\$&")}'`,
        ...wordsOf(command).map(
          (word) =>
            `complete -c engram -n '__fish_seen_subcommand_from ${name}' ${word.replace(/^--/, "-l ").replace(/^(?=[a-z])/, "-a ")}`,
        ),
      ])
      .join("\n"),
};

function casesOf(commands: Commands, offer: (words: string) => string): string {
  return Object.entries(commands)
    .map(([name, command]) => ({ name, words: wordsOf(command).join(" ") }))
    .filter(({ words }) => words !== "")
    .map(({ name, words }) => `    ${name}) ${offer(words)} ;;`)
    .join("\n");
}
