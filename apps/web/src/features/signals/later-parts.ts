import { loadable } from '../../lib/loadable.tsx'

/** Parts that a report does not show at first. Each is loaded when it is opened, or once somebody starts to use the page. */
export const laterParts = {
  SaidTab: loadable(async () => (await import('./tabs/said-tab.tsx')).SaidTab),
  WhoTab: loadable(async () => (await import('./tabs/who-tab.tsx')).WhoTab),
  WhereTab: loadable(async () => (await import('./tabs/where-tab.tsx')).WhereTab),
  OutlookTab: loadable(async () => (await import('./tabs/outlook-tab.tsx')).OutlookTab),
  EvidenceTab: loadable(async () => (await import('./tabs/evidence-tab.tsx')).EvidenceTab),
  EvidencePanel: loadable(async () => (await import('./documents/evidence-panel.tsx')).EvidencePanel),
  InflectionPanel: loadable(async () => (await import('./inflections/inflection-panel.tsx')).InflectionPanel),
  PlaceForm: loadable(async () => (await import('./question/question-forms.tsx')).PlaceForm),
  SourcesForm: loadable(async () => (await import('./question/question-forms.tsx')).SourcesForm),
  SendSignalDialog: loadable(async () => (await import('./header/send-signal-dialog.tsx')).SendSignalDialog),
}
