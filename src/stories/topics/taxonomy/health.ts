import { category } from './entry.ts';

export const HEALTH = category(
  [6, 'health', 'Health', 'health, ~doctor, ~patients, ~medical, ~symptoms, ~disease, ~treatment'],
  [
    [
      74,
      'covid',
      'COVID-19',
      'covid, covid 19, coronavirus, sars cov 2, lockdown, omicron, delta variant, pandemic, face mask, social distancing, long covid, pcr test, covid cases, quarantine, covid test, booster shot',
    ],
    [
      75,
      'vaccines',
      'Vaccines',
      'vaccine, vaccination, vaccinated, immunisation, immunization, pfizer, moderna, astrazeneca, biontech, booster dose, vaccine rollout, johnson johnson vaccine, sputnik v, anti vaccine, ~jab, flu shot, covaxin',
    ],
    [
      76,
      'infectious-diseases',
      'Infectious diseases',
      'ebola, malaria, hiv, aids, tuberculosis, influenza, flu season, bird flu, measles, monkeypox, zika, cholera, dengue, ~outbreak, norovirus, epidemic, polio, hepatitis, ~infection, antibiotic resistance, west nile virus, salmonella, e coli, avian flu',
    ],
    [
      77,
      'cancer',
      'Cancer',
      'cancer, tumour, tumor, chemotherapy, oncology, oncologist, leukaemia, leukemia, breast cancer, prostate cancer, lymphoma, melanoma, carcinoma, radiotherapy, immunotherapy, mammogram',
    ],
    [
      78,
      'heart-and-chronic',
      'Heart and chronic disease',
      'heart disease, heart attack, ~stroke, diabetes, blood pressure, hypertension, cholesterol, obesity, alzheimer, dementia, parkinson, arthritis, asthma, kidney disease, insulin, cardiovascular, cardiac, type 2 diabetes, multiple sclerosis',
    ],
    [
      79,
      'mental-health',
      'Mental health',
      'mental health, depression, anxiety, suicide, schizophrenia, bipolar, autism, adhd, ~therapy, psychiatrist, ptsd, eating disorder, ~stress, loneliness, addiction, mindfulness, self harm, psychotherapy',
    ],
    [
      80,
      'nutrition-and-fitness',
      'Nutrition and fitness',
      '~diet, nutrition, vitamin, calories, weight loss, ~exercise, workout, fitness, gut health, intermittent fasting, supplements, keto, healthy eating, yoga, ~running, dietitian, nutritionist, protein intake, gym, visceral fat',
    ],
    [
      81,
      'medicines',
      'Medicines and research',
      'drug trial, clinical trial, fda, fda approval, pharmaceutical, ~pill, medication, opioid, antibiotic, drugmaker, placebo, overdose, prescription, phase 3, cannabis, fentanyl, gilead, merck, novartis, roche, biotech, therapeutics',
    ],
    [
      82,
      'health-systems',
      'Hospitals and health systems',
      'hospital, nhs, medicare, medicaid, obamacare, health insurance, nurses, gp surgery, icu, health ministry, waiting list, ambulance, healthcare workers, care home, public health england, surgeon general, who director, cdc, health secretary, ~surgery',
    ],
    [
      83,
      'family-health',
      'Women, children and family health',
      'pregnancy, pregnant, ~birth, ivf, fertility, menopause, breastfeeding, newborn, premature baby, midwife, maternal, endometriosis, contraceptive, miscarriage, paediatric, pediatric, pcos, ~period pain, polycystic',
    ],
  ],
);
