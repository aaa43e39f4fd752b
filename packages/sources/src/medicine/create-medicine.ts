import { createTrialRegister } from '../clinical-trials/trial-register.ts'
import { createEuropePmcLiterature, europePmcHosts } from '../europe-pmc/europe-pmc.literature.ts'
import type { HostPolicy } from '../http/host-gate.ts'
import type { Http } from '../http/http.types.ts'
import { createPubmedLiterature } from '../pubmed/pubmed.literature.ts'
import type { SourceSettings } from '../source-descriptor.ts'
import type { Literature, TrialRegister } from './medicine.types.ts'
import type { SourcesMode } from '../source.types.ts'

export interface Medicine {
  register: TrialRegister
  /** In the order in which they are tried: the next one only when the one before does not respond. */
  literature: readonly Literature[]
}

/** Hosts that no document source uses. */
export const medicineHosts: Readonly<Record<string, HostPolicy>> = europePmcHosts

/** The register of trials and the indexes of articles; null in the mode `demo`, which uses no source. */
export function createMedicine({
  mode,
  http,
  settings,
}: {
  mode: SourcesMode
  http: Http
  settings: SourceSettings
}): Medicine | null {
  if (mode === 'demo') return null
  const { NCBI_API_KEY: apiKey, AUSPEX_CONTACT: contact } = settings
  return {
    register: createTrialRegister({ http }),
    literature: [createPubmedLiterature({ http, apiKey, contact }), createEuropePmcLiterature({ http })],
  }
}
