import { category } from './entry.ts';

export const CLIMATE = category(
  [9, 'climate', 'Climate', 'environment, environmental, climate, ~sustainable, ~green'],
  [
    [
      108,
      'climate-change',
      'Climate change',
      'climate change, global warming, climate crisis, greenhouse gas, carbon emissions, net zero, paris agreement, cop26, ipcc, greta thunberg, carbon dioxide, fossil fuel, carbon neutral, decarbonisation, kyoto protocol, methane, climate activists, extinction rebellion, sea level rise, emissions',
    ],
    [
      109,
      'clean-energy',
      'Clean energy',
      'renewable energy, solar power, wind farm, wind turbine, solar panel, clean energy, green hydrogen, offshore wind, hydropower, geothermal, energy transition, battery storage, biofuel, tidal power',
    ],
    [
      110,
      'extreme-weather',
      'Weather and extreme weather',
      'hurricane, ~storm, flood, flooding, wildfire, bushfire, heatwave, heat wave, drought, tornado, typhoon, cyclone, snowstorm, blizzard, met office, weather warning, weather forecast, monsoon, national weather service, heavy rain, ~temperatures, snowfall, forecasters, thunderstorm, winter storm, tropical storm',
    ],
    [
      111,
      'wildlife',
      'Wildlife',
      'endangered, wildlife, poaching, elephant, rhino, ~whale, polar bear, panda, zoo, ~bees, ~shark, ~tiger, gorilla, conservationist, dolphin, turtle, ~birds, ~wolf, ~wolves, koala, extinction risk, penguin colony, orca',
    ],
    [
      112,
      'nature-and-forests',
      'Nature and forests',
      'amazon rainforest, deforestation, biodiversity, rainforest, national park, rewilding, tree planting, ecosystem, wetlands, ~forest, habitat, nature reserve, peatland, mangrove, invasive species',
    ],
    [
      113,
      'pollution',
      'Pollution and waste',
      'pollution, air quality, plastic waste, microplastics, recycling, oil spill, sewage, toxic waste, smog, landfill, pesticide, contaminated water, single use plastic, pfas, clean air, radioactive waste',
    ],
    [
      114,
      'oceans-and-ice',
      'Oceans and ice',
      'coral reef, great barrier reef, arctic, sea ice, ice sheet, ~ocean, overfishing, iceberg, greenland, marine life, ocean acidification, melting glacier, permafrost, coastal erosion',
    ],
  ],
);
