/** The parts of a recorded page that facets count. */
export interface RawPage {
  studies: {
    protocolSection: {
      statusModule?: { overallStatus?: string; startDateStruct?: { date?: string } }
      sponsorCollaboratorsModule?: { leadSponsor?: { class?: string } }
      designModule?: { phases?: string[] }
      contactsLocationsModule?: { locations?: { country?: string }[] }
    }
  }[]
}

/** Counts each facet naively: each study's own values, each once. A missing value counts as UNKNOWN or not at all. */
export function countRaw({ studies }: RawPage): Record<string, Map<string, number>> {
  const count = (valuesOf: (study: RawPage['studies'][number]['protocolSection']) => (string | undefined)[]) => {
    const counts = new Map<string, number>()
    for (const { protocolSection } of studies)
      for (const value of new Set(valuesOf(protocolSection)))
        if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1)
    return counts
  }
  return {
    status: count(({ statusModule }) => [statusModule?.overallStatus ?? 'UNKNOWN']),
    phase: count(({ designModule }) => designModule?.phases ?? []),
    sponsorClass: count(({ sponsorCollaboratorsModule: sponsor }) => [sponsor?.leadSponsor?.class ?? 'UNKNOWN']),
    country: count(({ contactsLocationsModule }) =>
      (contactsLocationsModule?.locations ?? []).map(({ country }) => country),
    ),
    startYear: count(({ statusModule }) => [statusModule?.startDateStruct?.date?.slice(0, 4)]),
  }
}
