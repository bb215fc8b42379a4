/** What a user may set. */
export interface UserSettings {
  /** IANA name. */
  timeZone: string;
  /** BCP 47 primary language; null: told from the text. */
  language: string | null;
  /** Days after which episodes are forgotten; null keeps them. */
  retentionDays: number | null;
  /** Local hours `HH:MM` between which the idle pass rests; null: none. */
  quietHours: { from: string; to: string } | null;
  /** The recipe by which a chat recalls; null: that of the service. */
  recallRecipe: string | null;
  /** What the assistant is to know or do in every conversation: "Call me Lena, be brief." */
  instructions: string | null;
  /** Of the chat; null: that of the service. */
  temperature: number | null;
  /** How hard the chat's model thinks; null: that of the service. One for all messages: it stands at the prompt's beginning. */
  effort: "low" | "medium" | "high" | null;
}

/** The zone of the machine is the best guess at the zone of a person at home. */
export const DEFAULT_SETTINGS: UserSettings = {
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  language: null,
  retentionDays: null,
  quietHours: null,
  recallRecipe: null,
  instructions: null,
  temperature: null,
  effort: null,
};

/** The user a loopback request is, as long as no key was created. */
export const LOCAL_USER = "local";
