#include "answer.h"

bool rl_answer_find(const rl_page *page, const rl_model *model, const float address[RL_ADDRESS_FEATURES], double doubt,
                    rl_manner manner, rl_pool *pool, rl_answer *answer) {
    rl_reading reading;
    rl_prediction prediction;
    if (!rl_read(page, &model->lexicon, address, pool, &reading)) return false;
    rl_predict(model, &reading, doubt, pool, &prediction);
    rl_pool_groups(&reading, pool, prediction.probabilities);
    rl_select(&reading, prediction.probabilities, prediction.page_type, manner, pool, &answer->selection);
    answer->page_type = prediction.page_type;
    answer->candidate = rl_leaves_of(&reading, answer->selection.candidate, pool);
    answer->kept = rl_leaves_of(&reading, answer->selection.mask, pool);
    answer->tidied = (rl_tidied){NULL, 0, 0};
    rl_kept_leaves kept = {page, answer->kept.items, answer->kept.count};
    rl_tidy(&kept, pool, &answer->tidied);
    answer->scores = rl_leaf_scores(&reading, prediction.probabilities, pool);
    return true;
}
