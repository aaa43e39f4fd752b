/** Words of the fictional world in generated bodies. All hosts end in .example, a reserved domain. */
export const topics = [
  'oat milk',
  'heat pumps',
  'matcha',
  'sodium batteries',
  'cold brew',
  'urban beekeeping',
  'mushroom leather',
  'night trains',
  'pickleball',
  'seaweed snacks',
  'refurbished phones',
  'tiny homes',
  'sleep tracking',
  'rooftop solar',
  'kombucha',
  'e-bikes',
] as const

export const people = [
  'Mira Solberg',
  'Jon Aker',
  'Ana Duarte',
  'Theo Lindqvist',
  'Priya Raman',
  'Kofi Mensah',
  'Lena Fischer',
  'Diego Fuentes',
  'Sara Haddad',
  'Tomas Novak',
  'Yuki Arai',
  'Noor Bakker',
] as const

export const handles = [
  'oat_and_about',
  'grid_watcher',
  'teaspoon',
  'volt_diary',
  'slow_coffee',
  'hive_minded',
  'night_sleeper',
  'kelp_fan',
  'second_life',
  'small_rooms',
] as const

export const organizations = [
  'Northwind Foods',
  'Contoso Energy',
  'Fabrikam Mobility',
  'Tailspin Studios',
  'Litware Health',
] as const
export const groups = ['Insights', 'Brand', 'Research', 'Strategy', 'Innovation'] as const
export const outlets = [
  'The Daily Ledger',
  'Grid Weekly',
  'Tea Journal',
  'r/plantbased',
  'Harbour Post',
  'Kitchen Notes',
] as const
export const hosts = [
  'ledger.example',
  'grid.example',
  'tea.example',
  'harbour.example',
  'kitchen.example',
  'northwind.example',
] as const
export const countries = ['US', 'GB', 'DE', 'NO', 'FR', 'ES', 'BR', 'IN', 'JP', 'NL'] as const
export const places = ['Oslo', 'Berlin', 'Lisbon', 'Austin', 'Kyoto', 'Pune', 'Utrecht', 'Recife'] as const
export const languages = ['en', 'de', 'nb', 'fr', 'es', 'pt', 'ja', 'nl'] as const
export const conditions = ['asthma', 'migraine', 'type 2 diabetes', 'eczema', 'insomnia'] as const
export const openings = [
  'Why',
  'How',
  'What people say about',
  'The quiet rise of',
  'Ten weeks of',
  'A closer look at',
] as const
export const endings = [
  'is back',
  'costs more this year',
  'moved into kitchens',
  'divides the neighbourhood',
  'found a new audience',
  'is hard to buy',
] as const
export const sentences = [
  'Mentions grew over the last four weeks, most of them in forums.',
  'Prices are the most frequent reason to complain.',
  'Half of the documents come from two outlets.',
  'Readers compare it with what they used before.',
  'The tone is mostly neutral, with a few strong opinions.',
  'Interest is highest in the north, and rising in cities.',
  'Three producers announced new plants in one week.',
  'Questions are about taste, price and where to buy it.',
] as const
export const countryNames = ['Norway', 'Germany', 'Portugal', 'Japan', 'India', 'Brazil'] as const
export const categories = ['Food and drink', 'Energy', 'Mobility', 'Home and living', 'Health', 'Technology'] as const
export const treatments = ['behavioural therapy', 'magnesium', 'light therapy', 'inhaled corticosteroids'] as const
export const studies = ['Randomized Controlled Trial', 'Review', 'Meta-Analysis', 'Observational Study'] as const
export const models = ['seasonal naive', 'Theta', 'exponential smoothing'] as const
export const licences = ['CC BY 4.0', 'CC0 1.0', 'Public domain'] as const
export const occurrences = ['signal-opened', 'portfolio-created', 'report-exported', 'search-started'] as const
