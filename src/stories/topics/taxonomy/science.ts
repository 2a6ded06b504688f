import { category } from './entry.ts';

export const SCIENCE = category(
  [
    5,
    'science',
    'Science',
    'scientist, ~researchers, ~study finds, ~study published, ~discovery, ~laboratory, ~journal',
  ],
  [
    [
      65,
      'space',
      'Space flight',
      'nasa, spacex, rocket, spacecraft, astronaut, space station, satellite launch, mars rover, perseverance, lunar, moon mission, blue origin, virgin galactic, falcon 9, starship, european space agency, isro, cosmonaut, launch pad, artemis, soyuz, ~orbit, space tourism, roscosmos',
    ],
    [
      66,
      'astronomy',
      'Astronomy',
      'astronomer, telescope, galaxy, black hole, exoplanet, asteroid, ~comet, meteor shower, james webb, hubble, solar system, supernova, milky way, solar eclipse, lunar eclipse, ~planet, jupiter, saturn, dark matter, neutron star, full moon, supermoon, northern lights, nebula, ~venus, meteorite, cosmic',
    ],
    [
      67,
      'physics',
      'Physics and chemistry',
      'physicist, physics, quantum, ~particle, cern, large hadron collider, fusion, ~laser, chemistry, chemist, molecule, superconductivity, gravitational wave, ~atom, photon, electron, nuclear fusion, graphene, nanotechnology, catalyst, neutrino',
    ],
    [
      68,
      'biology',
      'Biology',
      'biologist, biology, species, evolution, microbe, ~cells, protein, organism, bacteria, insects, primates, bird species, marine biologist, zoologist, photosynthesis, ecology, stem cells, fungus, animal behaviour',
    ],
    [
      69,
      'genetics',
      'Genetics',
      'dna, gene, genome, crispr, genetic, geneticist, mutation, rna, gene editing, chromosome, sequencing, ~clone, cloning, heredity',
    ],
    [
      70,
      'ancient-life',
      'Fossils and dinosaurs',
      'dinosaur, fossil, palaeontologist, paleontologist, tyrannosaurus, extinct, mammoth, jurassic, cretaceous, ice age, megalodon, prehistoric, trilobite, pterosaur',
    ],
    [
      71,
      'archaeology',
      'Archaeology and history',
      'archaeologist, archaeology, ~ancient, excavation, ~roman, pharaoh, mummy, egyptian tomb, neanderthal, bronze age, stone age, viking, shipwreck, artifacts, artefacts, medieval, historian, pompeii, homo sapiens, stonehenge',
    ],
    [
      72,
      'brain-and-mind',
      'Brain and psychology',
      'neuroscience, neuroscientist, ~brain, neurons, psychologist, psychology, cognitive, ~memory, consciousness, brain scan, sleep study, neuralink',
    ],
    [
      73,
      'earth-sciences',
      'Earth sciences',
      'geologist, geology, volcano, tectonic, seismic, earthquake study, magma, earth s core, magnetic field, antarctica, glacier, ocean floor, ~atmosphere, ozone layer, mantle, seismologist, crater',
    ],
  ],
);
