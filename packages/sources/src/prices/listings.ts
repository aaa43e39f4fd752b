import type { PriceSymbol } from './price-results.ts'

/** Symbol | name | exchange, the largest first. Names seldom change; a symbol that no longer exists finds no prices and does no harm. */
const stocks = `
AAPL|Apple Inc.|NASDAQ
MSFT|Microsoft Corporation|NASDAQ
NVDA|NVIDIA Corporation|NASDAQ
AMZN|Amazon.com, Inc.|NASDAQ
GOOGL|Alphabet Inc. Class A|NASDAQ
META|Meta Platforms, Inc.|NASDAQ
TSLA|Tesla, Inc.|NASDAQ
AVGO|Broadcom Inc.|NASDAQ
BRK.B|Berkshire Hathaway Inc. Class B|NYSE
LLY|Eli Lilly and Company|NYSE
JPM|JPMorgan Chase & Co.|NYSE
V|Visa Inc.|NYSE
UNH|UnitedHealth Group Incorporated|NYSE
XOM|Exxon Mobil Corporation|NYSE
MA|Mastercard Incorporated|NYSE
JNJ|Johnson & Johnson|NYSE
PG|The Procter & Gamble Company|NYSE
HD|The Home Depot, Inc.|NYSE
COST|Costco Wholesale Corporation|NASDAQ
WMT|Walmart Inc.|NYSE
NFLX|Netflix, Inc.|NASDAQ
ORCL|Oracle Corporation|NYSE
CRM|Salesforce, Inc.|NYSE
AMD|Advanced Micro Devices, Inc.|NASDAQ
INTC|Intel Corporation|NASDAQ
QCOM|QUALCOMM Incorporated|NASDAQ
IBM|International Business Machines Corporation|NYSE
CSCO|Cisco Systems, Inc.|NASDAQ
ADBE|Adobe Inc.|NASDAQ
KO|The Coca-Cola Company|NYSE
PEP|PepsiCo, Inc.|NASDAQ
MCD|McDonald's Corporation|NYSE
SBUX|Starbucks Corporation|NASDAQ
NKE|NIKE, Inc.|NYSE
DIS|The Walt Disney Company|NYSE
BA|The Boeing Company|NYSE
GE|General Electric Company|NYSE
F|Ford Motor Company|NYSE
GM|General Motors Company|NYSE
RIVN|Rivian Automotive, Inc.|NASDAQ
PFE|Pfizer Inc.|NYSE
MRK|Merck & Co., Inc.|NYSE
MRNA|Moderna, Inc.|NASDAQ
ABBV|AbbVie Inc.|NYSE
NVO|Novo Nordisk A/S|NYSE
AZN|AstraZeneca PLC|NASDAQ
SAP|SAP SE|NYSE
ASML|ASML Holding N.V.|NASDAQ
TSM|Taiwan Semiconductor Manufacturing Company Limited|NYSE
TM|Toyota Motor Corporation|NYSE
SONY|Sony Group Corporation|NYSE
BABA|Alibaba Group Holding Limited|NYSE
SHOP|Shopify Inc.|NASDAQ
SPOT|Spotify Technology S.A.|NYSE
UBER|Uber Technologies, Inc.|NYSE
ABNB|Airbnb, Inc.|NASDAQ
PYPL|PayPal Holdings, Inc.|NASDAQ
COIN|Coinbase Global, Inc.|NASDAQ
PLTR|Palantir Technologies Inc.|NASDAQ
SNOW|Snowflake Inc.|NYSE
OTLY|Oatly Group AB|NASDAQ
BYND|Beyond Meat, Inc.|NASDAQ
TSN|Tyson Foods, Inc.|NYSE
GIS|General Mills, Inc.|NYSE
DE|Deere & Company|NYSE
CAT|Caterpillar Inc.|NYSE
NEE|NextEra Energy, Inc.|NYSE
ENPH|Enphase Energy, Inc.|NASDAQ
FSLR|First Solar, Inc.|NASDAQ
CVX|Chevron Corporation|NYSE
SHEL|Shell plc|NYSE
BP|BP p.l.c.|NYSE
BAC|Bank of America Corporation|NYSE
GS|The Goldman Sachs Group, Inc.|NYSE
T|AT&T Inc.|NYSE
VZ|Verizon Communications Inc.|NYSE`

const funds = `
SPY|SPDR S&P 500 ETF Trust|NYSE Arca
VOO|Vanguard S&P 500 ETF|NYSE Arca
QQQ|Invesco QQQ Trust|NASDAQ
IWM|iShares Russell 2000 ETF|NYSE Arca
VTI|Vanguard Total Stock Market ETF|NYSE Arca
GLD|SPDR Gold Shares|NYSE Arca
TLT|iShares 20+ Year Treasury Bond ETF|NASDAQ
ICLN|iShares Global Clean Energy ETF|NASDAQ`

const currencies = `
BTC|Bitcoin|
ETH|Ether|
SOL|Solana|
XRP|XRP|
BNB|BNB|
DOGE|Dogecoin|
ADA|Cardano|
TRX|TRON|
AVAX|Avalanche|
LINK|Chainlink|
DOT|Polkadot|
LTC|Litecoin|
BCH|Bitcoin Cash|
XLM|Stellar|
UNI|Uniswap|`

/** Well-known symbols, most popular first. Names only: a listing does not promise that prices are available. */
export const knownListings: readonly PriceSymbol[] = [
  ...toSymbols(stocks, 'stock'),
  ...toSymbols(funds, 'fund'),
  ...toSymbols(currencies, 'crypto'),
]

function toSymbols(table: string, kind: PriceSymbol['kind']): PriceSymbol[] {
  return table
    .trim()
    .split('\n')
    .map((row) => {
      const [symbol = '', name = '', exchange = ''] = row.split('|')
      return { symbol, name, exchange: exchange === '' ? null : exchange, kind }
    })
}
