import { category } from './entry.ts';

export const BUSINESS = category(
  [
    3,
    'business',
    'Business',
    'business, ~company, ~firm, ~shares, ~chief executive, ~ceo, ~profit, ~investor, ~revenue',
  ],
  [
    [
      39,
      'markets',
      'Stock markets',
      'stock market, wall street, dow jones, nasdaq, s p 500, ftse, sensex, nifty, nikkei, hang seng, ~stocks, shares rose, shares fell, investors, bull market, bear market, short seller, hedge fund, bond yields, treasury yields, share price, ~traders, ~futures, stock exchange, etf, ipo',
    ],
    [
      40,
      'economy',
      'Economy',
      'economy, economic growth, gdp, gross domestic product, recession, consumer spending, economist, imf, world bank, ~recovery, economic outlook, consumer confidence, manufacturing index, industrial production, gnp, downturn',
    ],
    [
      41,
      'inflation-and-rates',
      'Inflation and interest rates',
      'inflation, interest rate, federal reserve, central bank, bank of england, ecb, consumer prices, rate hike, rate cut, monetary policy, reserve bank, powell, cost of living, money supply, bundesbank, quantitative easing, prime rate',
    ],
    [
      42,
      'earnings',
      'Company results',
      'quarterly profit, earnings, quarterly results, net income, net loss, ~revenue, full year results, profit warning, fourth quarter, third quarter, second quarter, first quarter, dividend, ~guidance, annual report, earnings per share',
    ],
    [
      43,
      'deals',
      'Mergers and acquisitions',
      'merger, acquisition, takeover, acquire, acquires, buyout, takeover bid, stake in, private equity, tender offer, joint venture, divestiture, spin off, hostile bid',
    ],
    [
      44,
      'banking',
      'Banking and insurance',
      '~bank, banking, lender, jpmorgan, goldman sachs, hsbc, barclays, morgan stanley, citigroup, deutsche bank, insurer, ~insurance, loans, fintech, credit card, money laundering, wells fargo, savings bank',
    ],
    [
      45,
      'trade',
      'Trade',
      'tariff, trade war, exports, imports, trade deal, wto, trade deficit, customs, supply chain, free trade, trade surplus, trade talks, container ship, ~shipping, port congestion, freight',
    ],
    [
      46,
      'energy',
      'Oil, gas and power',
      'oil price, crude, opec, barrel, natural gas, petrol price, gas prices, pipeline, exxon, ~shell, bp, chevron, saudi aramco, refinery, electricity prices, power plant, ~utility, lng, energy prices, coal, nuclear power',
    ],
    [
      47,
      'commodities-and-farming',
      'Commodities and farming',
      'commodity, gold price, silver price, ~copper, wheat, ~corn, soybean, grain, cocoa, coffee futures, ~sugar, livestock, farmers, agriculture, harvest, cattle, crop, iron ore, steel, aluminium, mining company, cotton, palm oil',
    ],
    [
      48,
      'retail',
      'Retail and consumer goods',
      'retailer, supermarket, walmart, tesco, high street, shoppers, black friday, e commerce, amazon prime day, store closures, target stores, costco, consumer goods, unilever, nike, online shopping, starbucks, mcdonalds, ikea, sainsbury',
    ],
    [
      49,
      'car-industry',
      'Car industry',
      'carmaker, automaker, tesla, elon musk, ford motor, general motors, volkswagen, toyota, nissan, honda, bmw, mercedes, car sales, stellantis, auto industry, electric vehicle, vehicle production, hyundai, jaguar land rover',
    ],
    [
      50,
      'aviation-and-travel-industry',
      'Airlines and tourism industry',
      'airline, boeing, airbus, ryanair, easyjet, british airways, delta air lines, united airlines, ~airport, cruise line, hotel chain, tourism industry, 737 max, heathrow, qantas, lufthansa, ~pilots, air india',
    ],
    [
      51,
      'property',
      'Property and housing',
      'real estate, housing market, house prices, mortgage, landlord, tenant, ~rent, property market, home sales, eviction, commercial property, housebuilder, affordable housing, evergrande, homebuyers, first time buyers',
    ],
    [
      52,
      'work',
      'Work and jobs',
      'unemployment, jobs report, layoffs, job cuts, job losses, trade union, strike action, minimum wage, wages, ~workers, jobless claims, workplace, furlough, ~hiring, remote working, working from home, redundancies, labor market, gig workers',
    ],
    [
      53,
      'cryptocurrency',
      'Cryptocurrency',
      'bitcoin, cryptocurrency, crypto, ethereum, blockchain, dogecoin, coinbase, nft, binance, stablecoin, defi, altcoin, xrp',
    ],
  ],
);
