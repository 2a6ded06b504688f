import { category } from './entry.ts';

export const LIFESTYLE = category(
  [11, 'lifestyle', 'Lifestyle', 'lifestyle, ~tips, ~best ways, ~how to, ~wellness, ~hobby'],
  [
    [
      120,
      'food-and-drink',
      'Food and drink',
      'recipe, chef, restaurant, cooking, ~wine, ~beer, cocktail, baking, michelin, cheese, vegan, vegetarian, chocolate, pizza, bbq, coffee shop, cuisine, ingredients, whisky, bakery, dessert, ~dish, thanksgiving dinner, gordon ramsay, burger, ~cookie',
    ],
    [
      121,
      'travel',
      'Travel',
      '~travel, holiday destination, tourist, tourists, ~beach, ~hotel, vacation, passport, cruise, backpacking, resort, staycation, city break, sightseeing, road trip, travel guide, airbnb, itinerary, travel restrictions, ~caravan',
    ],
    [
      122,
      'fashion-and-beauty',
      'Fashion and beauty',
      'fashion, fashion week, ~designer, vogue, runway, makeup, skincare, beauty, hairstyle, outfit, perfume, gucci, chanel, ~model, ~dress, jewellery, jewelry, sneakers, cosmetics, nail polish, lipstick, handbag, louis vuitton, haircut',
    ],
    [
      123,
      'home-and-garden',
      'Home and garden',
      '~garden, gardening, interior design, home decor, furniture, diy, house plants, kitchen renovation, cleaning hack, declutter, ~plants, living room, ~bedroom, home improvement, lawn, mrs hinch, christmas tree, christmas decorations',
    ],
    [
      124,
      'family-and-relationships',
      'Family and relationships',
      'parenting, ~wedding, ~marriage, relationship advice, ~children, ~mum, toddler, grandparents, dating app, motherhood, fatherhood, bride, valentine s day, baby names, friendship, family life, agony aunt, honeymoon',
    ],
    [
      125,
      'pets',
      'Pets',
      '~dog, ~cat, puppy, kitten, pet, pets, dog owner, rspca, animal shelter, ~vet, veterinarian, ~breed, adopt a pet, rescue dog, ~cats, ~dogs',
    ],
    [
      126,
      'shopping',
      'Shopping and bargains',
      'best deals, ~discount, gift guide, cyber monday, bargain, voucher, ~on sale, gift ideas, promo code, coupon, prime day, ~save on, aldi, lidl, primark, amazon deal, giveaway, christmas gifts',
    ],
    [
      127,
      'personal-finance',
      'Personal finance',
      'personal finance, savings account, ~pension, ~retirement, credit score, household bills, budgeting, premium bonds, inheritance, social security, martin lewis, tax return, lottery, powerball, financial planning, state pension, universal credit, 401 k, money saving',
    ],
  ],
);
