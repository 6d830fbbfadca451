import type { DeskMessages } from '../../../messages.ts'

export const help: DeskMessages['help'] = {
  intro: 'Schritt für Schritt, was zu tun ist, wenn etwas schiefgeht.',
  search: 'Suchen',
  parts: 'Abschnitte',
  all: 'Alle Runbooks',
  english: 'Die Runbooks sind auf Englisch.',
  nothing: 'Kein Runbook enthält diese Wörter',
  what: 'Was zu tun ist',
}

export const own: DeskMessages['own'] = {
  title: 'Sprache, Zeit und Tasten',
  zone: 'Zeitzone',
  device: 'Wie auf diesem Gerät ({zone})',
  zoneHint: 'In ihr stehen alle Zeiten am Desk. Dieser Browser merkt sie sich.',
}

export const beside: DeskMessages['beside'] = {
  source: 'Ausgangstext ({language})',
  changed: 'Das wurde am Ausgangstext geändert, seit diese Übersetzung gespeichert wurde:',
  lost: 'Der Ausgangstext wurde geändert, seit diese Übersetzung gespeichert wurde. Wie er damals lautete, ist nicht mehr bekannt.',
  right: 'Die Übersetzung stimmt noch',
  added: 'neu: ',
  removed: 'entfernt: ',
  word: 'Zu lang für eine Zeile auf dem Handy: {word}',
}

export const firstView: DeskMessages['firstView'] = {
  support: 'Bezahlt, noch nicht da',
  lead: 'Angehaltene Erstattungen',
  content: 'Geändert, nicht veröffentlicht',
  campaign: 'Läuft gerade',
  finance: 'Gescheiterte Erstattungen',
  ops: 'Spiel antwortet nicht',
  auditor: 'Wer verdeckte Felder ansah',
  owner: 'Vergebene Rollen',
}
