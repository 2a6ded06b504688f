import { category } from './entry.ts';

export const TECHNOLOGY = category(
  [4, 'technology', 'Technology', 'technology, tech, ~app, ~digital, ~online, ~device, ~users, ~software'],
  [
    [
      54,
      'artificial-intelligence',
      'Artificial intelligence',
      'artificial intelligence, ai, machine learning, neural network, deep learning, chatbot, openai, chatgpt, deepmind, facial recognition, large language model, generative ai, algorithm, deepfake, autonomous driving, self driving',
    ],
    [
      55,
      'cybersecurity',
      'Cybersecurity',
      'cybersecurity, hacker, hacked, ransomware, malware, data breach, phishing, cyberattack, cyber attack, vulnerability, zero day, spyware, ~password, solarwinds, encryption, botnet, security flaw, virus attack, spam',
    ],
    [
      56,
      'software',
      'Software and programming',
      'software, open source, developer, programming, windows 10, windows 11, linux, microsoft office, operating system, ~browser, chrome, firefox, ios update, macos, android 12, github, javascript, app store, ~patch, beta version',
    ],
    [
      57,
      'smartphones',
      'Smartphones',
      'smartphone, iphone, samsung galaxy, galaxy s21, galaxy fold, pixel 6, oneplus, xiaomi, huawei, realme, oppo, vivo, android phone, foldable, mobile phone, handset, redmi, motorola',
    ],
    [
      58,
      'gadgets',
      'Gadgets',
      'gadget, apple watch, smartwatch, headphones, earbuds, airpods, ipad, tablet, macbook, laptop, smart speaker, alexa, smart home, ~camera, ~drone, wearable, oled tv, fitbit, e reader, chromebook, smart tv, wireless charger',
    ],
    [
      59,
      'chips-and-computing',
      'Chips and computing',
      'semiconductor, ~chip, processor, cpu, gpu, nvidia, amd, intel, qualcomm, tsmc, graphics card, quantum computer, supercomputer, cloud computing, data center, data centre, aws, geforce, ryzen, ~ram, ssd, ~server',
    ],
    [
      60,
      'internet-platforms',
      'Internet and social media',
      'social media, facebook, ~meta, twitter, instagram, tiktok, youtube, snapchat, whatsapp, google, reddit, linkedin, content moderation, search engine, influencer, zuckerberg, telegram, ~signal app, discord, pinterest, ~zoom',
    ],
    [
      61,
      'video-games',
      'Video games',
      'video game, gaming, playstation, ps5, xbox, nintendo, nintendo switch, fortnite, call of duty, minecraft, cyberpunk 2077, pokemon, steam deck, gamer, zelda, ~halo infinite, genshin impact, esports, roblox, game pass, dlc, gta, warzone, apex legends, ~rpg, elden ring, ~mario, valorant, resident evil',
    ],
    [
      62,
      'telecoms',
      'Telecoms',
      '5g, broadband, telecom, mobile network, verizon, t mobile, at t, vodafone, starlink, satellite internet, ~fibre, ~spectrum auction, ericsson, nokia, jio, airtel, wireless carrier, wi fi',
    ],
    [
      63,
      'technology-policy',
      'Technology policy and privacy',
      'antitrust, big tech, privacy, data protection, gdpr, section 230, digital tax, tech giants, monopoly, app tracking, net neutrality, ~surveillance, right to repair, competition watchdog, ~patent, copyright',
    ],
    [
      64,
      'mobility-and-robotics',
      'Vehicles and robotics',
      'robot, robotics, electric car, ev battery, autonomous vehicle, waymo, charging station, lithium battery, e scooter, e bike, flying taxi, hydrogen car, boston dynamics, 3d printing, tesla autopilot, cybertruck, rivian, ~lucid',
    ],
  ],
);
