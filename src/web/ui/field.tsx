import type { ComponentChildren } from "preact";

interface Props {
  label: ComponentChildren;
  grow?: boolean;
  children: ComponentChildren;
}

/** A control under its name. */
export function Field({ label, grow = false, children }: Props) {
  return (
    <label class={grow ? "field grow" : "field"}>
      <span>{label}</span>
      {children}
    </label>
  );
}

interface TextProps extends Pick<Props, "label" | "grow"> {
  value: string;
  set: (text: string) => void;
  [attribute: string]: unknown;
}

/** A line of text under its name. */
export function TextInput({ label, grow = false, set, ...rest }: TextProps) {
  return (
    <Field label={label} grow={grow}>
      <input class="input" {...rest} onInput={(event) => set(event.currentTarget.value)} />
    </Field>
  );
}

/** A search, with its name inside. */
export function SearchInput({ label, set, ...rest }: TextProps & { label: string }) {
  return (
    <input
      class="input"
      type="search"
      aria-label={label}
      placeholder={label}
      {...rest}
      onInput={(event) => set(event.currentTarget.value)}
    />
  );
}

interface CheckProps {
  isOn: boolean;
  set: (isOn: boolean) => void;
  disabled?: boolean;
  children: ComponentChildren;
}

/** A yes or no before its words. */
export function Check({ isOn, set, disabled = false, children }: CheckProps) {
  return (
    <label class="row">
      <input
        type="checkbox"
        checked={isOn}
        disabled={disabled}
        onChange={(event) => set(event.currentTarget.checked)}
      />
      <span>{children}</span>
    </label>
  );
}

interface SelectProps<Value extends string> {
  label: string;
  value: Value;
  /** Words of each value. */
  options: Record<Value, string>;
  set: (value: Value) => void;
}

/** One of a few values, in words. */
export function Select<Value extends string>({ label, value, options, set }: SelectProps<Value>) {
  return (
    <Field label={label}>
      <select class="input" value={value} onChange={(event) => set(event.currentTarget.value as Value)}>
        {Object.entries<string>(options).map(([name, words]) => (
          <option key={name} value={name}>
            {words}
          </option>
        ))}
      </select>
    </Field>
  );
}
