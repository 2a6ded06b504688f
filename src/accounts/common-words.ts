/**
 * Common words in passwords, collected by hand: names, things people love, places, games, shows, and what a hurried
 * administrator types. Lower case, three letters or more.
 */
export const COMMON_WORDS: ReadonlySet<string> = new Set(
  `
  password passwort passw0rd motdepasse contrasena senha wachtwoord parola haslo geheim secret secreto
  admin administrator root user guest login welcome willkommen bienvenue changeme letmein letmeinnow default
  master access system server backup test testing temp temporary demo sample example office company computer
  laptop internet network windows microsoft google facebook linux apple android samsung nokia cisco oracle
  database manager public private security secure safe trust trustno enter hello hallo hola bonjour ciao
  goodbye please thankyou thank you sorry nothing something whatever everything anything forever always never
  iloveyou iloveu loveyou loveme love lover lovely loveable amour amore teamo tequiero mylove truelove kiss
  kisses hug hugs baby babygirl babyboy babe honey sweet sweetie sweetheart sugar darling angel angels heart
  hearts prince princess queen king queens kings lady girl girls boy boys friend friends bestfriend family
  mother father mommy mummy daddy mama papa brother sister daughter son mom dad mum grandma grandpa wife
  husband dragon dragons monkey tiger tigers lion lions eagle eagles bear bears wolf wolves horse horses puppy
  kitty kitten cat cats dog dogs doggie bunny rabbit turtle dolphin dolphins shark panda snoopy garfield bird
  birds butterfly spider scorpion cobra viper falcon falcons hawk panther phoenix unicorn pegasus dinosaur
  elephant penguin buster max bella lucky coco shadow smokey ginger pepper cookie cookies peanut butter cheese
  chicken banana orange cherry strawberry chocolate candy lemon apples mango pizza coffee pumpkin vanilla
  cupcake muffin bacon beer vodka whiskey guinness corona cocacola pepsi
  sunshine sunny sun moon moonlight star stars starlight sky heaven rainbow flower flowers rose roses daisy
  lily violet jasmine ocean river mountain forest summer winter spring autumn snow snowball storm thunder
  lightning fire firefly water earth wind beach island paradise nature garden diamond crystal silver gold
  golden platinum emerald ruby sapphire purple yellow blue green black white red pink brown grey
  january february march april may june july august september october november december monday tuesday
  wednesday thursday friday saturday sunday today tomorrow yesterday morning midnight weekend holiday vacation
  christmas halloween birthday easter
  football soccer baseball basketball hockey tennis golf golfer rugby cricket volleyball swimming fishing
  hunter hunting racing runner skateboard snowboard surfer surfing wrestling boxing karate ninja samurai
  champion champions winner player players team united liverpool arsenal chelsea everton barcelona madrid
  realmadrid juventus milan inter bayern celtic rangers manchester tottenham lakers yankees redsox cowboys
  steelers packers raiders broncos patriots giants dodgers ferrari porsche mercedes toyota honda yamaha suzuki
  kawasaki harley davidson corvette mustang camaro chevy ford jaguar bmw audi nissan subaru mazda volvo
  superman batman spiderman ironman wolverine deadpool hulk marvel avengers starwars skywalker jedi yoda vader
  startrek enterprise matrix neo terminator rambo rocky gandalf frodo hobbit legolas harrypotter hermione
  hogwarts potter merlin wizard magic magical dumbledore pokemon pikachu charizard mario luigi zelda link sonic
  naruto sasuke goku vegeta dragonball onepiece minecraft fortnite roblox warcraft starcraft diablo doom quake
  halo xbox playstation nintendo gameboy gamer gaming game games simpsons homer bart southpark mickey minnie
  disney tinkerbell nemo stitch scooby barbie hellokitty tweety bugs bunny elmo snowman frozen elsa
  metallica nirvana slipknot eminem rihanna beyonce shakira beatles elvis madonna britney justin bieber onedirection
  bts music guitar piano drums rock rocknroll hiphop techno dance dancer dancing singer sing song songs
  michael jennifer jessica ashley matthew daniel andrew joshua anthony william christopher nicholas alexander
  alexandra alexandre alex thomas robert richard charles joseph james john david george edward henry peter paul
  mark marc martin steven stephen stephanie kevin brian jason justin brandon jordan taylor tyler austin dylan
  ethan jacob nathan nathaniel samuel samantha sam sammy benjamin ben jack jackson oliver harry charlie charlotte
  emily emma sophie sophia olivia amelia isabella isabel grace hannah sarah sara rachel rebecca laura lauren
  elizabeth victoria victor vanessa veronica michelle melissa amanda amber angela andrea natalie natasha nicole
  nicola danielle patricia patrick barbara linda susan maria marie mary martha margaret jane joan julia julie
  juliet romeo kate katherine kathryn katie karen kim kimberly kelly heather holly brittany crystal monica
  carolina caroline carlos antonio alejandro fernando francisco ricardo roberto eduardo jorge jose juan luis
  miguel pedro diego sergio pablo manuel angelo marco mario giovanni francesco alessandro giuseppe andrei
  sebastian christian christine christina cristina fabian florian stefan stefanie thorsten wolfgang heinrich
  hans peter klaus jurgen sabine sandra claudia petra nadine anna hanna lena leonie ivan sergey dmitri vladimir
  natalia tatiana svetlana olga mohamed mohammed ahmed ali hassan hussein fatima ibrahim abdullah krishna ganesh
  rahul priya amit sanjay arjun lakshmi chandra nguyen tiffany vincent gabriel gabriela rafael raphael adam adrian
  aaron abigail albert arthur bernard bradley cameron catherine chloe claire connor craig dennis derek diana
  donald douglas duncan elena eric erica eugene felix frank frederick gareth gary gerald gloria gordon graham
  gregory harold howard hugo ian jeremy jerome joanna joel jonathan joanne judith keith kenneth kyle lawrence
  leonard leslie louis louise lucas lucy luke malcolm marcus marina marvin maurice megan melanie miranda mitchell
  molly morgan murphy nancy neil nigel norman oscar pamela philip phillip raymond rebecca reginald roger roland
  ronald rosemary russell ruth ryan scott sean sharon sheila shannon sidney simon stanley stuart suzanne sylvia
  teresa theresa timothy tony travis trevor ursula valerie vivian walter wayne wendy wesley yvonne zachary
  jesus jesuschrist christ christian god godisgood blessed blessing faith hope church bible angel heaven allah
  bismillah inshallah lordjesus holy spirit amen prayer peace
  america american canada canadian england english britain london paris france berlin germany deutschland
  hamburg munich vienna austria zurich amsterdam holland brussels spain espana italia italy roma rome milano
  napoli lisbon portugal brasil brazil mexico argentina colombia chile peru russia moscow ukraine poland polska
  warsaw turkey istanbul greece athens india mumbai delhi pakistan china beijing shanghai hongkong singapore
  japan tokyo korea seoul australia sydney melbourne africa nigeria egypt cairo kenya newyork brooklyn boston
  chicago dallas houston texas florida miami california losangeles vegas lasvegas denver seattle phoenix
  washington hollywood broadway
  freedom liberty justice power powerful strong strength warrior soldier army marine marines navy airforce
  police sniper killer assassin pirate viking knight legend legends hero heroes genius smart crazy happy
  happiness smile smiley lucky luckyone funny cool coolio awesome amazing beautiful gorgeous pretty cute sexy
  hottie hotstuff bigdaddy biggie bubba bubbles buddy boomer bailey cooper tucker murphy rusty sparky scooter
  jasper oreo chester zoe sadie sophie roxy casper oscar simba nala balu tequila mercury saturn jupiter mars
  venus pluto apollo zeus athena hercules titan olympus atlantis galaxy cosmos universe planet space rocket
  fuck fucking fuckyou fuckoff shit bitch asshole bastard pussy dick penis sex sexual naked porn hardcore
  school college university student teacher doctor nurse lawyer engineer police money dollar million millionaire
  business success winner bank account credit phone mobile number numbers letter letters word words book books
  newspaper news broadsheet editor reader story radio television camera picture photo video movie movies
  world worldwide home house street city life live living time people chance change dream dreams dreamer believe destiny fantasy mystery miracle wonder wonderful remember
  butthead beavis pumpkin jellybean marshmallow snickers skittles twinkle twilight vampire zombie ghost demon
  devil evil hell angel666 death dead darkness dark night knight rider easyrider motorcycle truck train plane
  airplane pilot captain sailor cowboy country western guitarhero elite hacker leet pass word code coder
  `
    .split(/\s+/)
    .filter(word => word.length >= 3),
);
